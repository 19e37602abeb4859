// Loaded before the service in processes of tests, see `short-lived.ts`.

const { setFlagsFromString } = require('node:v8')

for (const flag of require('./late-optimization.json')) setFlagsFromString(flag)
