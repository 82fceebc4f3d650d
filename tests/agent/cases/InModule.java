// module: app/app.InModule
// trace: "record":"finding".*"field":"app.InModule.counter"
// Classes of a named module reach the runtime, which is in the boot loader's unnamed module.
