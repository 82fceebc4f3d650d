// Closures, meta programming, builders, collections, threads, categories: what Groovy generates is rewritten, too.
import groovy.transform.Canonical
import groovy.transform.Synchronized

@Canonical class Point { int x; int y; Point plus(Point o) { new Point(x + o.x, y + o.y) } }

class Counter {
    private int count
    @Synchronized void add(int by) { count += by }
    @Synchronized int get() { count }
}

class Shout { static String shout(String self) { self.toUpperCase() + '!' } }

def points = (1..20).collect { new Point(it, it * it) }
println points.inject(new Point(0, 0)) { a, b -> a + b }
println points.groupBy { it.x % 3 }.collectEntries { k, v -> [k, v*.y.sum()] }
use(Shout) { println 'hello'.shout() }
String.metaClass.twice = { -> delegate * 2 }
println 'ab'.twice()
def counter = new Counter()
def threads = (1..4).collect { n -> Thread.start { 100.times { counter.add(n) } } }
threads*.join()
println counter.get()
def writer = new StringWriter()
new groovy.xml.MarkupBuilder(writer).people { person(name: 'Ann') { age 3 } ; person(name: 'Bob') }
println writer
println new XmlSlurper().parseText(writer.toString()).person.collect { it.@name.text() }
def fib
fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }
println fib(16)
println "${(1..5).findAll { it % 2 }} ${[a: 1, b: 2].sort { -it.value }*.key}"
try { [1, 2].foo() } catch (MissingMethodException e) { println e.message.readLines()[0] }
println new Binding(v: 6).with { new GroovyShell(it).evaluate('v * 7') }
