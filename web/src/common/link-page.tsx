import type { AccountKind } from '../api/session-expiry.ts'
import { lazyPage } from '../ui/lazy-page.ts'

type Pages = typeof import('./link-pages.tsx')

/** A page of `link-pages.tsx` for one kind of account. Few visits need one, so their chunk is loaded with the first. */
export function linkPage(name: keyof Pages, accountKind: AccountKind) {
  return lazyPage(async () => {
    const Page = (await import('./link-pages.tsx'))[name]
    return { default: () => <Page accountKind={accountKind} /> }
  })
}
