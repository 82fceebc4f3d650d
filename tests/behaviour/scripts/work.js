// Rhino: closures, regular expressions, JSON, Java objects, threads through Java, exceptions, and a generated loop.
function fibonacci(n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
print(fibonacci(18));
var words = "the quick brown fox jumps over the lazy dog".split(/\s+/), counts = {};
words.forEach(function (w) { counts[w.length] = (counts[w.length] || 0) + 1; });
print(JSON.stringify(counts));
print(JSON.stringify(JSON.parse('{"a":[1,2,{"b":null}],"c":"\\u00e9"}')));
var counter = new java.util.concurrent.atomic.AtomicInteger(), threads = [];
for (var i = 0; i < 3; i++) {
    threads.push(new java.lang.Thread(new java.lang.Runnable({run: function () {
        for (var j = 0; j < 100; j++) counter.incrementAndGet();
    }})));
    threads[i].start();
}
threads.forEach(function (t) { t.join(); });
print(counter.get());
var list = new java.util.ArrayList();
for (var k = 0; k < 500; k++) list.add("x" + (k * 7919) % 500);
java.util.Collections.sort(list);
print(list.get(0) + list.get(499) + list.size());
try { java.lang.Integer.parseInt("x"); } catch (e) { print(e.javaException.getMessage()); }
var text = "";
for (var m = 0; m < 300; m++) text += "v" + m + "=" + m + ";";
print(text.replace(/v(\d+)=(\d+);/g, function (all, a, b) { return a === b ? "" : all; }).length);
print(new Function("a", "b", "return a * b")(6, 7));
undefinedName;
