// What the JVM calls by name: the only symbols that libsnag-agent.so shows.
#include "agent/jvm/agent.h"

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  return snag::agent::Agent::on_load(vm, options);
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  return snag::agent::Agent::on_attach(vm, options);
}

// Threads of the program may still be in the agent: it stays until the process ends.
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM*) {}
}
