/** Every kind of directive, for the Module attribute. */
@Deprecated
module strange.classes {
    requires java.base;
    requires transitive java.logging;
    requires static java.sql;
    exports strange;
    exports strange.inner to java.logging, java.sql;
    opens strange to java.logging;
    opens strange.inner;
    uses java.util.function.Supplier;
    provides java.util.function.Supplier with strange.Provider;
}
