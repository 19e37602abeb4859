import pg from 'pg'

/*
 * Failover between several hosts in one URL, as libpq accepts it: `postgres://user@one:5432,two:5432/memories`.
 * Connections go to the first reachable host that accepts writes. When it becomes unreachable or a standby, new
 * connections try the next one in a ring; connection attempts that fail meanwhile return an error that can be retried.
 */

// SQLSTATE read_only_sql_transaction: a write on a standby.
const READ_ONLY = '25006'

/** Splits a URL with several hosts into one URL per host, in the same order. */
export function hostsOf(url: string): [string, ...string[]] {
  const [, before, hosts = '', after] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  const [first = '', ...others] = hosts.split(',')
  return others.length ? [before + first + after, ...others.map((host) => before + host + after)] : [url]
}

/** Pool options that follow the host that accepts writes. `timeoutMs` limits the check that a host is not a standby. */
export function poolConfigOf(urls: readonly [string, ...string[]], timeoutMs: number): pg.PoolConfig {
  if (urls.length === 1) return { connectionString: urls[0] }
  let at = 0
  // When many connections fail at once, only the first failure advances to the next host.
  const leave = (place: number) => {
    if (place === at) at = (at + 1) % urls.length
  }
  class Host extends pg.Client {
    readonly place = at

    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: urls[at] })
    }

    override connect(): Promise<pg.Client>
    override connect(done: (error: Error) => void): void
    // biome-ignore lint/suspicious/noConfusingVoidType: the driver's own signature.
    override connect(done?: (error: Error) => void): Promise<pg.Client> | void {
      if (!done) return super.connect()
      super.connect((error: Error) => {
        if (error) leave(this.place)
        done(error)
      })
    }
  }
  const standby = { text: 'show transaction_read_only', query_timeout: timeoutMs }
  return {
    Client: Host as unknown as new () => pg.ClientBase,
    verify(client, done) {
      const { place } = client as unknown as Host
      const refuse = (error: Error) => {
        leave(place)
        done(error)
      }
      client.query<{ transaction_read_only: string }>(standby).then(({ rows }) => {
        if (rows[0]?.transaction_read_only === 'off') done()
        else refuse(Object.assign(new Error('this host is read-only'), { code: READ_ONLY }))
      }, refuse)
    },
  }
}
