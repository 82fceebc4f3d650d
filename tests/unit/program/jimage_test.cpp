#include "program/jimage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "program/archive.h"
#include "program/image_builder.h"
#include "program/image_container.h"
#include "program/input_file.h"
#include "support/command.h"

namespace snag {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace testing_support;

class ImageTest : public testing::Test {
 protected:
  std::string content(const ImageFile& image, std::string_view path, std::uint64_t limit = 1 << 20) {
    auto slot = image.find(path);
    return slot ? content_of(image.read(*slot, limit, budget_)) : "error: not found";
  }
  std::string class_content(const ImageFile& image, std::string_view name) {
    auto slot = image.find_class(name);
    return slot ? content_of(image.read(*slot, 1 << 20, budget_)) : "error: not found";
  }

  ReadBudget budget_{ReadLimits{}};
};

ImageBuilder library_image(bool big_endian = false) {
  ImageBuilder builder(big_endian);
  for (const char* name : {"java/lang/String", "java/lang/Object", "java/util/Map", "java/util/Map$Entry"}) {
    builder.add({.path = "/java.base/" + std::string(name) + ".class", .content = make_class(name)});
  }
  builder.add({.path = "/java.sql/java/sql/Driver.class", .content = make_class("java/sql/Driver"), .method = "zip"});
  builder.add({.path = "/java.base/module-info.class", .content = "base"});
  builder.add({.path = "/java.sql/module-info.class", .content = "sql"});
  builder.add({.path = "/java.base/java/lang/words.txt", .content = "words"});
  builder.add_package("java.lang", {}, "java.base");
  builder.add_package("java.util", {"java.sql"}, "java.base");
  builder.add_package("java.sql", {}, "java.sql");
  builder.add_package("java", {}, "java.base");
  return builder;
}

TEST_F(ImageTest, FindsClassesThroughTheirPackages) {
  for (bool big_endian : {false, true}) {
    Result<ImageFile> image = ImageFile::open(blob_of(library_image(big_endian).build()));
    ASSERT_TRUE(image);
    for (const char* name :
         {"java/lang/String", "java/lang/Object", "java/util/Map", "java/util/Map$Entry", "java/sql/Driver"}) {
      EXPECT_EQ(class_content(*image, name), make_class(name)) << name;
    }
    for (const char* name : {"java/lang/Strin", "java/lang/Strings", "java/lang/words", "java/lang/", "java/Object",
                             "String", "", "/", "module-info", "no/such/Package", "java.lang.String"}) {
      EXPECT_EQ(class_content(*image, name), "error: not found") << name;
    }
    EXPECT_EQ(content(*image, "/java.sql/module-info.class"), "sql");
    EXPECT_EQ(content(*image, "/java.base/java/lang/words.txt"), "words");
    EXPECT_EQ(content(*image, "java.base/java/lang/words.txt"), "error: not found");
  }
}

TEST_F(ImageTest, ListsClassesOnly) {
  Result<ImageFile> image = ImageFile::open(blob_of(library_image().build()));
  ASSERT_TRUE(image);
  EXPECT_THAT(image->class_slots(), SizeIs(7));
  ImageContainer container("modules", *std::move(image), budget_);
  std::vector<std::string> names;
  for (const ClassEntry& entry : container.classes()) names.emplace_back(entry.name);
  EXPECT_THAT(names, testing::ElementsAre("java/lang/Object", "java/lang/String", "java/sql/Driver", "java/util/Map",
                                          "java/util/Map$Entry", "module-info", "module-info"));
  EXPECT_EQ(container.describe(*container.find("java/util/Map")), "modules!/java.base/java/util/Map.class");
}

TEST_F(ImageTest, UncompressedResourcesInMemoryAreNotCopied) {
  Blob blob = blob_of(library_image().build());
  Result<ImageFile> image = ImageFile::open(blob);
  Result<Blob> read = image->read(*image->find_class("java/lang/String"), 1 << 20, budget_);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->owner, blob.owner);
}

TEST_F(ImageTest, RestoresCompactConstantPools) {
  ImageBuilder builder;
  std::string shared = big(0xCAFEBABE, 4) + big(52, 4) + big(7, 2);
  std::string rest = "the rest";
  auto utf8 = [](std::string_view text) { return big(1, 1) + big(text.size(), 2) + std::string(text); };
  // Six constants: a string of the image, a descriptor, one without classes, one kept, a long (two places).
  std::string original = shared + utf8("sealed") + utf8("(Ljava/util/Map;ILTop;)V") + utf8("(I)V") + utf8("kept") +
                         big(5, 1) + big(77, 8) + rest;
  auto index = [&](const std::string& text) { return big(builder.string_index(text), 4); };
  auto short_index = [&](const std::string& text) { return big(0xC000 | builder.string_index(text), 2); };
  std::string names = index("java/util") + short_index("Map") + index("") + index("Top");
  std::string compact = shared + big(23, 1) + short_index("sealed") + big(25, 1) + index("(L;IL;)V") +
                        big(0xA0 | names.size(), 1) + names + big(25, 1) + index("(I)V") + big(0xA0, 1) + utf8("kept") +
                        big(5, 1) + big(77, 8) + rest;
  builder.add({.path = "/m/a/B.class",
               .content = builder.compressed(compact, original.size(), "compact-cp"),
               .method = "compact-cp",
               .size = original.size()});
  std::string layers = builder.compressed(compact, original.size(), "compact-cp");
  builder.add({.path = "/m/a/C.class",
               .content = builder.compressed(deflate(layers, /*zlib=*/true), layers.size(), "zip"),
               .method = "both",
               .size = original.size()});
  builder.add({.path = "/m/a/D.class",
               .content = builder.compressed(compact, original.size() - 1, "compact-cp"),
               .method = "compact-cp",
               .size = original.size() - 1});
  builder.add({.path = "/m/a/E.class", .content = builder.compressed("x", 1, "lzma"), .method = "lzma", .size = 1});
  Result<ImageFile> image = ImageFile::open(blob_of(builder.build()));
  ASSERT_TRUE(image);
  EXPECT_EQ(content(*image, "/m/a/B.class"), original);
  EXPECT_EQ(content(*image, "/m/a/C.class"), original);
  EXPECT_THAT(content(*image, "/m/a/D.class"), HasSubstr("larger than stated"));
  EXPECT_THAT(content(*image, "/m/a/E.class"), HasSubstr("compressed in an unknown way"));
  EXPECT_THAT(content(*image, "/m/a/B.class", original.size() - 1), HasSubstr("over the limit"));
}

TEST_F(ImageTest, SaysWhatIsNoImage) {
  std::string image = library_image().build();
  EXPECT_THAT(ImageFile::open(blob_of("")).error().message, HasSubstr("not a JDK image"));
  EXPECT_THAT(ImageFile::open(blob_of(image.substr(0, 27))).error().message, HasSubstr("expected a header"));
  EXPECT_THAT(ImageFile::open(blob_of(image.substr(0, 100))).error().message, HasSubstr("expected an index of"));
  std::string later = image;
  later[6] = 2;
  EXPECT_EQ(ImageFile::open(blob_of(later)).error().message, "JDK image of version 2: expected 1");
}

TEST_F(ImageTest, SurvivesEveryTruncationAndFlippedBits) {
  const std::string whole = library_image().build();
  auto check = [&](std::string damaged) {
    ReadBudget budget(ReadLimits{});
    Result<ImageFile> image = ImageFile::open(blob_of(std::move(damaged)));
    if (!image) return;
    (void)image->find_class("java/util/Map");
    (void)image->find_class("java/sql/Driver");
    for (std::uint32_t slot : image->class_slots()) (void)image->read(slot, 1 << 16, budget);
  };
  for (std::size_t size = 0; size < whole.size(); ++size) check(whole.substr(0, size));
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    check(std::move(damaged));
  }
}

fs::path jdk_home() {
  std::error_code error;
  return fs::canonical(SNAG_TEST_JAR, error).parent_path().parent_path();
}

TEST_F(ImageTest, ReadsTheImageOfARealJdk) {
  Result<std::shared_ptr<const InputFile>> file = InputFile::open((jdk_home() / "lib/modules").string());
  ASSERT_TRUE(file) << file.error().message;
  Result<ImageFile> image = ImageFile::open(ByteSource(*file));
  ASSERT_TRUE(image) << image.error().message;
  std::size_t classes = 0;
  for (std::uint32_t slot : image->class_slots()) {
    std::optional<ImageLocation> location = image->location(slot);
    ASSERT_TRUE(location);
    if (location->base == "module-info") continue;
    ++classes;
    ASSERT_EQ(image->find_class(ImageFile::class_name(*location)), slot) << ImageFile::class_name(*location);
    Result<Blob> content = image->read(slot, 64 << 20, budget_);
    ASSERT_TRUE(content);
    ASSERT_EQ(load_u4(content->bytes.data()), 0xCAFEBABE) << ImageFile::class_name(*location);
  }
  EXPECT_GT(classes, 5000U);
}

class LinkedImageTest : public ImageTest, public testing::WithParamInterface<const char*> {};

// jlink makes an image of java.base in each of its compressions; what we read is what the jmod holds.
TEST_P(LinkedImageTest, ReadsWhatJlinkCompressed) {
  fs::path jmod = jdk_home() / "jmods/java.base.jmod";
  fs::path jlink = jdk_home() / "bin/jlink";
  if (!fs::exists(jmod) || !fs::exists(jlink)) GTEST_SKIP() << "no jlink or no jmods in " << jdk_home();
  ScratchFolder scratch;
  ASSERT_NO_FATAL_FAILURE(run_successfully(shell_word(jlink) + " --module-path " + shell_word(jmod.parent_path()) +
                                           " --add-modules java.base --compress=" + GetParam() + " --output " +
                                           shell_word(scratch / "image")));

  Diagnostics diagnostics;
  Result<OpenedArchive> expected =
      open_archive(jmod.string(), ByteSource(*InputFile::open(jmod.string())), Origin::kJdk, budget_, diagnostics);
  ASSERT_TRUE(expected);
  ASSERT_THAT(expected->containers, SizeIs(1));
  const Container& module = *expected->containers[0].container;
  Result<ImageFile> image = ImageFile::open(ByteSource(*InputFile::open(scratch / "image/lib/modules")));
  ASSERT_TRUE(image) << image.error().message;
  std::size_t same = 0;
  std::size_t compressed = 0;
  for (const ClassEntry& entry : module.classes()) {
    if (entry.name == "module-info") continue;
    // jlink writes these anew: the module graph, and forms of method handles.
    if (entry.name.starts_with("jdk/internal/module/SystemModules") || entry.name.starts_with("java/lang/invoke/")) {
      continue;
    }
    auto slot = image->find_class(entry.name);
    ASSERT_TRUE(slot) << entry.name;
    compressed += image->location(*slot)->compressed_size != 0 ? 1 : 0;
    Result<Blob> actual = image->read(*slot, 64 << 20, budget_);
    ASSERT_TRUE(actual) << entry.name << ": " << actual.error().message;
    Result<Blob> wanted = module.read(entry.entry);
    ASSERT_TRUE(wanted) << entry.name << ": " << wanted.error().message;
    ASSERT_EQ(as_text(actual->bytes), as_text(wanted->bytes)) << entry.name;
    ++same;
  }
  EXPECT_GT(same, 5000U);
  EXPECT_GT(compressed, same / 2) << "jlink did compress";
  EXPECT_THAT(diagnostics.sorted(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Compressions, LinkedImageTest, testing::Values("1", "2"), [](const auto& compression) {
  return std::string(*compression.param == '1' ? "CompactPool" : "Zip");
});

}  // namespace
}  // namespace snag
