import { useEffect, useState } from 'react'
import type { Account } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { AccountButton } from './account-button.tsx'
import { onDemand, preload } from './on-demand.tsx'
import { useInteracted } from './use-interacted.ts'

export interface AccountMenuProps {
  accountKind: AccountKind
  account: Account
}

const loadPopover = async () => (await import('./account-popover.tsx')).AccountPopover
const AccountPopover = onDemand(loadPopover, () => <AccountButton loading />)

/**
 * Shows the account, and offers the colour scheme and signing out. What it shows is loaded after the first interaction with
 * the page, in one chunk with all menus and dialogs, so that the first one that is opened does not wait for it.
 */
export function AccountMenu(props: AccountMenuProps) {
  const [used, setUsed] = useState(false)
  const hasInteracted = useInteracted()
  useEffect(() => {
    if (hasInteracted) preload(loadPopover)()
  }, [hasInteracted])
  if (used) return <AccountPopover {...props} />
  return <AccountButton onClick={() => setUsed(true)} onPointerEnter={preload(loadPopover)} />
}
