#include "execution/publication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "checks/analyses.h"
#include "support/compiled_java.h"
#include "support/opened_program.h"

namespace snag {
namespace {

// The line on which the one object of the class `Data` is published; 0 if no place is the only one.
std::uint32_t published_line(const std::string& source) {
  OpenedProgram opened({.application = compiled_java(source)});
  Stats stats;
  const std::string_view ids[] = {"data-race"};
  const Analyses analyses(
      {.store = *opened.store, .models = opened.models, .application = opened.application, .stats = stats}, ids);
  const WholeProgramAnalysis& whole = *analyses.whole_program();
  const auto objects = whole.heap().objects_of_class(opened.program->find_class("Data"));
  EXPECT_EQ(objects.size(), 1U);
  const auto point = Publication(whole, analyses.sections().calls()).of(objects[0]);
  if (!point) return 0;
  return opened.store->get(whole.points_to()[point->instance].method)->line(point->at);
}

constexpr const char* kReader =
    "class Reader extends Thread { public void run() { System.out.println(Main.current); } "
    "}\n";

std::uint32_t published_line_of_main(const std::string& members) {
  return published_line(std::string(kReader) + "class Main {\n" + members + "}\nclass Data { int value; }\n");
}

TEST(Publication, ByAStoreInAStaticField) {
  EXPECT_EQ(published_line_of_main(R"(static Data current;
  public static void main(String[] arguments) {
    Data data = new Data();
    data.value = 1;
    current = data;
    new Reader().start();
  }
)"),
            7U);
}

TEST(Publication, WithTheThreadThatRefersToIt) {
  EXPECT_EQ(published_line_of_main(R"(static Object current;
  public static void main(String[] arguments) {
    Data data = new Data();
    Thread thread = new Thread(() -> System.out.println(data.value));
    data.value = 1;
    thread.start();
    data.value = 2;
  }
)"),
            8U);
}

TEST(Publication, ByAMethodThatIsGivenIt) {
  EXPECT_EQ(published_line_of_main(R"(static Data current;
  static void publish(Data made) {
    made.value = 2;
    current = made;
  }
  public static void main(String[] arguments) {
    publish(new Data());
    new Reader().start();
  }
)"),
            6U);
}

TEST(Publication, ByTheCallerOfTheMethodThatMakesIt) {
  EXPECT_EQ(published_line_of_main(R"(static Data current;
  static Data make() {
    return new Data();
  }
  public static void main(String[] arguments) {
    Data data = make();
    current = data;
    new Reader().start();
  }
)"),
            9U);
}

TEST(Publication, WithTheObjectInWhoseFieldTheConstructorHasPutIt) {
  EXPECT_EQ(published_line_of_main(R"(static Main current;
  final Data data;
  Main() {
    data = new Data();
  }
  public static void main(String[] arguments) {
    Main main = new Main();
    main.data.value = 1;
    current = main;
    new Reader().start();
  }
)"),
            11U);
}

TEST(Publication, ByTheConstructorThatRegistersIt) {
  EXPECT_EQ(published_line(std::string(kReader) + R"(class Main {
  static Data current;
  public static void main(String[] arguments) {
    new Data();
    new Reader().start();
  }
}
class Data {
  int value;
  Data() {
    Main.current = this;
    value = 1;
  }
}
)"),
            12U);
}

TEST(Publication, NowhereIfThereAreSeveralPlaces) {
  EXPECT_EQ(published_line_of_main(R"(static Data current, other;
  public static void main(String[] arguments) {
    Data data = new Data();
    if (arguments.length > 0) current = data;
    else other = data;
    new Reader().start();
  }
)"),
            0U);
}

TEST(Publication, NowhereIfItStaysWithItsThread) {
  EXPECT_EQ(published_line_of_main(R"(static Object current;
  public static void main(String[] arguments) {
    Data data = new Data();
    data.value = 1;
    new Reader().start();
  }
)"),
            0U);
}

}  // namespace
}  // namespace snag
