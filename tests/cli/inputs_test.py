"""What is analysed: archives, folders and class files, whole and broken; JDKs; and input that cannot be analysed: exit
code 3."""
import os
import shutil
import zipfile

import harness
from command_line import EXAMPLE, unpack_example


def no_archive(snag):
    return snag.write("text.jar", "this is no archive\n")


def test_unreadable(snag):
    snag("check", snag.scratch / "nowhere.jar").exits(3).err("nowhere.jar").no_out()
    snag("dump", "classes", no_archive(snag)).exits(3).err("text.jar", "no Java class could be read").no_out()
    text = shutil.copy(no_archive(snag), snag.scratch / "text.class")
    snag("check", text).exits(3).err("not a class file")


def test_special_files(snag):
    """What the kernel shows of itself, pipes and devices are refused at once: there is no end to reading them."""
    pipe = snag.scratch / "pipe.jar"
    os.mkfifo(pipe)
    for path in ("/proc", "/proc/self/fd", "/dev", "/dev/zero", pipe):
        snag("check", path, EXAMPLE, by=["timeout", "20"]).exits(3).err(
            f"snag: {path} is ", "give a jar, war, folder or class file").no_out()
    snag("check", EXAMPLE, "--class-path", "/proc").exits(1).err(
        "warning: /proc: is in a file system of the kernel (proc)")


def test_special_files_in_a_folder(snag):
    """There they are skipped."""
    special = snag.folder("special")
    unpack_example(special)
    (special / "kernel").symlink_to("/proc")
    os.mkfifo(special / "bank" / "Pipe.class")
    snag("check", special, by=["timeout", "20"]).exits(1).err(
        f"warning: {special}/kernel/: is in a file system of the kernel (proc)",
        f"warning: {special}/bank/Pipe.class: is a named pipe").out("; 6 classes read")


def test_while_it_is_written(snag):
    """A jar that a build cuts off and writes anew, again and again, while it is read: it may be unreadable, no more."""
    whole, written = snag.scratch / "whole.jar", snag.scratch / "written.jar"
    account = zipfile.ZipFile(EXAMPLE).read("bank/Account.class")
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as target:
        for n in range(3000):
            target.writestr(f"bank/A{n:06}.class", account.replace(b"bank/Account", b"bank/A%06d" % n))
    shutil.copy(whole, written)
    command = ["bash", "-c", 'while cp "$1" "$2"; do :; done', "bash", whole, written]
    with harness.Process(command, snag.folder("writer")) as writer:
        for _ in range(8):
            snag("dump", "classes", written, EXAMPLE).exits(0).out("class bank.Account")
        snag.expect(not writer.has_ended(), "the writer has ended")


def test_folders_without_classes(snag):
    # A JDK's home is a folder with few jars; its library is one file in it.
    modules = snag.write("jdk/lib/modules", "")
    snag("dump", "classes", snag.scratch / "jdk").exits(3).err(str(modules))
    shutil.copy(EXAMPLE, snag.folder("apart/jars"))
    snag("dump", "classes", snag.scratch / "apart").exits(3).err(f"say {snag.scratch}/apart/jars/*")
    sources = snag.write("sources-only/A.java", "class A {}\n").parent
    snag("check", sources, "--no-config").exits(3).err("give the folder that the compiler writes to")


def test_broken_among_whole(snag):
    snag("dump", "classes", no_archive(snag), EXAMPLE).exits(0).err("text.jar").out("class bank.Account")
    # A truncated class: a diagnostic with the offset, and the rest is read.
    classes = snag.folder("classes")
    unpack_example(classes)
    account = classes / "bank" / "Account.class"
    account.write_bytes(account.read_bytes()[:300])
    snag("check", classes, "--checks", "block-atomicity").err(
        "bank/Account.class:272: unexpected end of data").out("; 5 classes read")


def test_jdks_and_entries(snag):
    snag("check", EXAMPLE, "--jdk", snag.scratch).exits(2).err("JDK")
    snag("check", EXAMPLE, env={"JAVA_HOME": str(snag.scratch / "nowhere")}).exits(2).err("correct or unset JAVA_HOME")
    snag("demo", "--jdk", snag.scratch).exits(2).err(f"--jdk names {snag.scratch}")
    snag("check", EXAMPLE, "--entry", "no.such.Class").exits(2).err("no.such.Class")
