package modern;

/** Calls the locking methods of another class; the class path test analyses this class alone. */
class Client {
    void addBad(Meter meter) {
        int old = meter.value();
        meter.setValue(old + 1); // expect: stale-value/lost-update
    }

    void raiseOk(Meter meter) {
        meter.raise();
    }
}
