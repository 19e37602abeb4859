// Loaded before the service in processes of tests, see `short-lived.ts`.

const { setFlagsFromString } = require('node:v8')

// Fifteen times the usual amount of execution, for JavaScript; ten times, for WebAssembly.
setFlagsFromString('--interrupt-budget=2000000')
setFlagsFromString('--wasm-tiering-budget=20000000')
