"""Compares what was seen of a running program with what the static analysis says of it.

What was seen are the facts that soundness.Observer writes; its header says which accesses make a pair. What is said is
the text of `snag dump callgraph`, `threads`, `heap`, `events` and `locks`. Each kind of fact has a demand:

    method    A method of the program that was called is in the call graph.
    entry     A method at which a thread began is the entry of a thread.
    overlap   Of two threads that used an object at the same time, the entries may run in parallel (for two threads with
              the same entry: it is `many` and not `serial`).
    reference A reference that was read from a field or an element is an edge of the heap.
    use       An object that two threads have used at the same time is `shared`: some object of its class that is
              allocated at this place, and among its threads are both.
    pair      Two accesses by two threads to one field are events: with that place, that thread, and an object in
              common that is of the class and of the place of allocation that were seen.
    lockset   At each access that was seen, there is an event all of whose locks the thread really held.
    order     A lock that was acquired while another one was held is an edge of the lock graph.

Nothing is demanded of
    final fields                          no access to them can be part of a race, so that they need no events;
    places of allocation that are unknown an object made by the library or by reflection: then any object of the class
                                          will do;
    the class of an object                if that is a class of which the analysis keeps no identity (OPAQUE).
"""
import collections
import re

# Strings, boxes and throwables have no identity in the analysis.
OPAQUE = re.compile(r"java\.lang\.(String|StringBuilder|Integer|Long|Double|Boolean|Character)"
                    r"|.*(Exception|Error|Throwable)")

Place = collections.namedtuple("Place", "what subject flags method line")
Thread = collections.namedtuple("Thread", "kind many serial entries parallel")
Node = collections.namedtuple("Node", "type method line properties threads fields")
Event = collections.namedtuple("Event", "kind object method line threads locks")
Miss = collections.namedtuple("Miss", "demand text")


# An object as the dumps write it: one without a number, which the library has made, is its class in parentheses.
OBJECT = r"(?:#\d+|\((?!read\)|write\))[^()]*(?:\([^()]*\)[^()]*)?\))"


# ---- what the analysis says ------------------------------------------------------------------------------------------
def plain(name):
    """A name as both sides can write it: `Outer$Inner` and `Outer.Inner` are the same."""
    return name.replace("$", ".").replace(", ", ",").strip()


def numbers(text):
    return re.findall(r"#\d+", text)


class Said:
    """The dumps of one program."""

    def __init__(self, callgraph, threads, heap, events, locks, bodies):
        self.bodies = bodies  # of lambdas, by the name that the analysis has for them
        self.methods = {plain(line.split(" [")[0]) for line in callgraph.splitlines() if line and line[0] != " "}
        self.threads = self._threads(threads)
        self.nodes = self._nodes(heap)
        self.events = self._events(events)
        self.orders = self._orders(locks)

    def _entries(self, text):
        """Of a lambda: its body."""
        lambda_class = re.match(r"(.*\$\$Lambda.*\).*?)\.\w+\(.*\)$", text)
        return self.bodies.get(lambda_class[1], {plain(text)}) if lambda_class else {plain(text)}

    def _threads(self, text):
        found = {}
        current = None
        for line in text.splitlines():
            head = re.match(r"(T\d+) (\S+) (one|many)( serial)? (.*)", line)
            if head:
                current = head[1]
                found[current] = Thread(head[2], head[3] == "many", bool(head[4]), self._entries(head[5]), set())
            elif current and line.strip().startswith("parallel with"):
                found[current].parallel.update(re.findall(r"T\d+", line))
        return found

    @staticmethod
    def _nodes(text):
        found = {}
        current = None
        for line in text.splitlines():
            head = re.match(r"(#\d+) (.*?)(?:  allocated by (.*?)(?: line (\d+))?(?:  .*)?)?$", line)
            if head:
                current = head[1]
                found[current] = Node(plain(head[2]), plain(head[3] or ""), int(head[4] or 0), set(), set(),
                                      collections.defaultdict(set))
            elif current and line.strip().startswith("properties"):
                found[current].properties.update(line.split()[1:])
            elif current and line.strip().startswith("threads"):
                found[current].threads.update(line.split()[1:])
            elif current and line.strip().startswith("field") and " -> " in line:
                name, targets = line.strip()[len("field"):].split(" -> ", 1)
                found[current].fields[plain(name)].update(numbers(targets))
        return found

    @staticmethod
    def _events(text):
        found = collections.defaultdict(list)
        field = None
        for line in text.splitlines():
            if not line.startswith(" "):
                field = plain(line)
                continue
            kind, subject, place, *rest = re.split("  +", line.strip())
            method, _, number = place.partition(" line ")
            words = {part.split(" ")[0]: part for part in rest}
            locks = re.findall(rf"({OBJECT})(\((?:read|write)\))?", words.get("locks", ""))
            found[field].append(Event(kind, plain(subject), plain(method), int(number or 0),
                                      set(words.get("threads", "").split()[1:]),
                                      [(plain(lock), mode == "(read)") for lock, mode in locks]))
        return found

    @staticmethod
    def _orders(text):
        lines = (re.match(rf"\s+({OBJECT}) -> ({OBJECT})  ", line) for line in text.splitlines())
        return {(plain(line[1]), plain(line[2])) for line in lines if line}

    def threads_of(self, entry):
        return {name for name, thread in self.threads.items() if entry in thread.entries}

    def may_overlap(self, one, other):
        """Two threads (perhaps the same abstract one)."""
        if one == other:
            return self.threads[one].many and not self.threads[one].serial
        return other in self.threads[one].parallel or one in self.threads[other].parallel


# ---- what was seen ---------------------------------------------------------------------------------------------------
class Seen:
    """The facts of one run, and the rewriter's list of places."""

    def __init__(self, facts, places):
        self.facts = facts
        self.places = [Place(what, plain(subject), flags.split(), plain(method), int(line))
                       for _, what, subject, flags, method, line in (each.split("\t") for each in places)]

    @staticmethod
    def bodies(places):
        """{class of a lambda: the methods that may be its body}"""
        found = collections.defaultdict(set)
        for row in (each.split("\t") for each in places):
            if row[1] == "lambda":
                found[row[2]].add(plain(row[4]))
        return found

    def entry(self, number):
        return self.places[number].method

    def allocation(self, number):
        return self.places[number] if number >= 0 else None


# ---- comparing -------------------------------------------------------------------------------------------------------
class Comparison:
    def __init__(self, seen, said):
        self.seen, self.said = seen, said
        self.demands = collections.Counter()
        self.misses = set()

    def demand(self, kind, holds, text):
        self.demands[kind] += 1
        if not holds:
            self.misses.add(Miss(kind, text))
        return holds

    def run(self):
        for number in self.seen.facts["methods"]:
            self.demand("method", self.seen.entry(number) in self.said.methods,
                        f"{self.seen.entry(number)} was called")
        for number, _ in self.seen.facts["entries"]:
            entry = self.seen.entry(number)
            self.demand("entry", self.said.threads_of(entry), f"no thread has the entry {entry}")
        for fact in self.seen.facts["references"]:
            self.reference(*fact)
        for fact in self.seen.facts["uses"]:
            self.use(*fact)
        for fact in self.seen.facts["pairs"]:
            self.pair(*fact)
        for fact in self.seen.facts["locksets"]:
            self.lockset(*fact)
        for fact in self.seen.facts["orders"]:
            self.order(*fact)
        return sorted(self.misses)

    def nodes(self, type_name, allocation):
        """The abstract objects that may be the one that was seen. What the library has made need not have a number."""
        place = self.seen.allocation(allocation)
        wanted = plain(type_name)
        found = {number for number, node in self.said.nodes.items() if node.type == wanted
                 and (place is None or not node.method or (node.method, node.line) == (place.method, place.line))}
        return found if place else found | {f"({wanted})"}

    def numbered(self, type_name, allocation):
        return [self.said.nodes[each] for each in self.nodes(type_name, allocation) if each in self.said.nodes]

    def told(self, type_name, allocation):
        place = self.seen.allocation(allocation)
        return f"an object of {plain(type_name)} that " + (
            f"{place.method} line {place.line} allocates" if place else "was made elsewhere")

    def reference(self, type_name, allocation, site, value_type, value_allocation):
        place = self.seen.places[site]
        values = self.nodes(value_type, value_allocation)
        what = self.told(value_type, value_allocation)
        if OPAQUE.fullmatch(value_type) or not self.demand("use", values, f"{what}: there is none in the heap"):
            return
        nodes = self.said.nodes.values() if type_name == "class" else self.numbered(type_name, allocation)
        base = "a class" if type_name == "class" else self.told(type_name, allocation)
        self.demand("reference", any(values & targets for node in nodes for name, targets in node.fields.items()
                                     if place.subject == "[]" or name == place.subject),
                    f"{what} in {place.subject} of {base}")

    def use(self, type_name, allocation, number, other):
        entry, other_entry = self.seen.entry(number), self.seen.entry(other)
        one, two = self.said.threads_of(entry), self.said.threads_of(other_entry)
        self.demand("overlap", any(self.said.may_overlap(a, b) for a in one for b in two),
                    f"{entry} and {other_entry} are not parallel")
        if type_name == "class" or OPAQUE.fullmatch(type_name):
            return
        nodes = self.numbered(type_name, allocation)
        if not nodes and allocation < 0:
            return
        what = self.told(type_name, allocation)
        if self.demand("use", nodes, f"{what}: there is none in the heap"):
            self.demand("use", any("shared" in each.properties for each in nodes),
                        f"{what}: not shared, but {entry} and {other_entry} have used it")
            self.demand("use", any(each.threads & one and each.threads & two for each in nodes),
                        f"{what}: its threads are not {entry} and {other_entry}")

    def field_of(self, place, type_name):
        if place.subject == "[]":
            return plain(type_name) + " (elements)"
        return plain(type_name) + " (contents)" if place.subject == "<contents>" else place.subject

    def pair(self, site, number, other_site, other, type_name, allocation):
        ends = []
        for place, entry in ((self.seen.places[site], self.seen.entry(number)),
                             (self.seen.places[other_site], self.seen.entry(other))):
            if "final" in place.flags:
                return
            field = self.field_of(place, type_name)
            threads = self.said.threads_of(entry)
            here = [each for each in self.said.events[field]
                    if (each.kind, each.method, each.line) == (place.what, place.method, place.line)]
            what = f"{place.what} of {field} at {place.method} line {place.line}"
            if not self.demand("pair", self.said.events[field], f"{field} has no events"):
                return
            if not self.demand("pair", here, f"no event: {what}"):
                return
            here = [each for each in here if each.threads & threads]
            if not self.demand("pair", here, f"not by the thread {entry}: {what}"):
                return
            ends.append((what, {each.object for each in here}))
        common = ends[0][1] & ends[1][1]
        both = f"{ends[0][0]}, and {ends[1][0]}"
        if self.demand("pair", common, f"no object in common: {both}") and type_name != "class":
            self.demand("pair", common & self.nodes(type_name, allocation),
                        f"another object than {self.told(type_name, allocation)}: {both}")

    def held_by(self, lock, held):
        """Whether the abstract lock may be one of those that were held."""
        number, reading = lock
        return any(number in self.nodes(type_name, allocation) and (reading or not only_reading)
                   for type_name, allocation, only_reading in held)

    def lockset(self, site, number, held):
        place = self.seen.places[site]
        threads = self.said.threads_of(self.seen.entry(number))
        here = [each for field, events in self.said.events.items() for each in events
                if (each.kind, each.method, each.line) == (place.what, place.method, place.line)
                and each.threads & threads and (field == place.subject or place.subject in ("[]", "<contents>"))]
        if here:
            self.demand("lockset", any(all(self.held_by(lock, held) for lock in each.locks) for each in here),
                        f"{place.what} of {place.subject} at {place.method} line {place.line} by "
                        f"{self.seen.entry(number)}: the thread held {[plain(each[0]) for each in held]} only")

    def order(self, outer, outer_site, inner, inner_site, number):
        places = [self.seen.places[site] for site in (outer_site, inner_site)]
        outers, inners = self.nodes(*outer[:2]), self.nodes(*inner[:2])
        self.demand("order", any((one, two) in self.said.orders for one in outers for two in inners),
                    f"{places[1].method} line {places[1].line} acquires {plain(inner[0])} while "
                    f"{places[0].method} line {places[0].line} holds {plain(outer[0])}: not in the lock graph")
