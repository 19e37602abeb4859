// Preloaded into a service process with `--import …/fast-clock.mjs?from=<ms>&rate=<n>`: time runs `rate` times as fast
// from `from` on, also after a restart, so that leases and retries of days fit into a test.

const options = new URL(import.meta.url).searchParams
const from = Number(options.get('from'))
const rate = Number(options.get('rate'))
const RealDate = Date
const now = () => Math.floor(from + (RealDate.now() - from) * rate)

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length ? given : [now()]))
  }
  static now() {
    return now()
  }
}
