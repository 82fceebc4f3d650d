// java: 25
// jvm: -XX:AOTMode=record -XX:AOTConfiguration={scratch}/program.aotconf
// trace: "record":"note","text":"the program ran unwatched: -XX:AOTMode=record has the JVM archive its classes
// differs
// A run that records an ahead-of-time cache is left alone: HotSpot 25 crashes if java.lang.Thread was transformed.
public class ArchiveRecorded {
  public static void main(String[] arguments) {
    System.out.println("end");
  }
}
