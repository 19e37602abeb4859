import pg from 'pg'

/*
 * An address may name several hosts, as libpq takes it: `postgres://user@one:5432,two:5432/memories`. One of them is
 * spoken to: the first that can be reached and takes writes. When it cannot be reached any more, or has become a
 * standby, new connections go to the next, round and round; who asked meanwhile is told to try again.
 */

// What PostgreSQL answers to a write where none are taken.
const READ_ONLY = '25006'

/** The addresses that an address with several hosts stands for, in its order. */
export function hostsOf(url: string): [string, ...string[]] {
  const [, before, hosts = '', after] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  const [first = '', ...others] = hosts.split(',')
  return others.length ? [before + first + after, ...others.map((host) => before + host + after)] : [url]
}

/** How a pool is to connect, so that it follows whichever of these takes writes; each is asked that for so long. */
export function followHosts(urls: readonly [string, ...string[]], timeoutMs: number): pg.PoolConfig {
  if (urls.length === 1) return { connectionString: urls[0] }
  let at = 0
  // Of many that find it gone at once the first turns to the next host, and not each to another.
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
        else refuse(Object.assign(new Error('this host takes no writes'), { code: READ_ONLY }))
      }, refuse)
    },
  }
}
