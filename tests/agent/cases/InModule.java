// module: app/app.InModule
// trace: "record":"conflict".*"field":"app.InModule.counter"
// Classes of a named module reach the runtime, which is in the boot loader's unnamed module.
