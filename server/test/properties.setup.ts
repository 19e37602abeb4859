import fc from 'fast-check'

// A property of the service reports its first counterexample: looking for a smaller one repeats requests until the test
// times out, and the counterexample is lost.
fc.configureGlobal({ endOnFailure: true })
