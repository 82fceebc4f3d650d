import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Multiset;
import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.features.MapFeature;
import com.google.common.collect.testing.google.MultisetTestSuiteBuilder;
import com.google.common.collect.testing.google.TestStringMultisetGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import junit.framework.TestSuite;
import org.junit.internal.runners.JUnit38ClassRunner;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;

/** Guava's own conformance suites (libguava-testlib-java), over maps, lists and multisets: thousands of JUnit tests. */
public final class CollectionSuites {
    public static void main(String[] args) {
        TestSuite suite = new TestSuite();
        suite.addTest(map("HashMap", HashMap::new));
        suite.addTest(map("synchronizedMap", () -> Collections.synchronizedMap(new HashMap<>())));
        suite.addTest(list("ArrayList", ArrayList::new, true));
        suite.addTest(list("ImmutableList", ImmutableList::copyOf, false));
        suite.addTest(multiset("ConcurrentHashMultiset", ConcurrentHashMultiset::create));
        Result result = new JUnitCore().run(new JUnit38ClassRunner(suite));
        List<String> failures = new ArrayList<>();
        for (Failure failure : result.getFailures()) {
            failures.add(failure.getTestHeader() + ": " + failure.getMessage());
        }
        Collections.sort(failures);
        failures.forEach(System.out::println);
        System.out.println(result.getRunCount() + " tests, " + result.getFailureCount() + " failures");
    }

    interface Maker<T> {
        T make();
    }

    interface Copier {
        List<String> copy(List<String> elements);
    }

    private static TestSuite map(String name, Maker<Map<String, String>> maker) {
        return MapTestSuiteBuilder.using(new TestStringMapGenerator() {
            @Override
            protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                Map<String, String> map = maker.make();
                for (Map.Entry<String, String> entry : entries) {
                    map.put(entry.getKey(), entry.getValue());
                }
                return map;
            }
        }).named(name).withFeatures(MapFeature.GENERAL_PURPOSE, MapFeature.ALLOWS_NULL_KEYS,
                                    MapFeature.ALLOWS_NULL_VALUES, CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                                    CollectionSize.ANY).createTestSuite();
    }

    private static TestSuite list(String name, Copier copier, boolean changeable) {
        return ListTestSuiteBuilder.using(new TestStringListGenerator() {
            @Override
            protected List<String> create(String[] elements) {
                return copier.copy(Arrays.asList(elements));
            }
        }).named(name).withFeatures(changeable ? ListFeature.GENERAL_PURPOSE : CollectionFeature.KNOWN_ORDER,
                                    changeable ? CollectionFeature.ALLOWS_NULL_VALUES : CollectionFeature.KNOWN_ORDER,
                                    CollectionSize.ANY).createTestSuite();
    }

    private static TestSuite multiset(String name, Maker<Multiset<String>> maker) {
        return MultisetTestSuiteBuilder.using(new TestStringMultisetGenerator() {
            @Override
            protected Multiset<String> create(String[] elements) {
                Multiset<String> multiset = maker.make();
                multiset.addAll(Arrays.asList(elements));
                return multiset;
            }
        }).named(name).withFeatures(CollectionFeature.GENERAL_PURPOSE, CollectionFeature.ALLOWS_NULL_QUERIES,
                                    CollectionSize.ANY).createTestSuite();
    }
}
