import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { AccountKind } from '../api/session-expiry.ts'
import { HUB, PORTAL } from '../urls.ts'
import icon from './icon.svg?raw'
import { TextLink } from './link.tsx'
import { PRODUCT } from './page-title.tsx'
import utilities from './utilities.module.css'

// Part of the script, to save a request. The shell in `index.html` has the same icon.
const ICON_URL = `data:image/svg+xml,${encodeURIComponent(icon)}`

/** The product's icon alone. */
export function BrandMark({ size }: { size: number }) {
  return <img src={ICON_URL} alt="" width={size} height={size} />
}

/** The product's icon and name as a link to the home page of the Hub or the portal. */
export function Brand({ accountKind }: { accountKind: AccountKind }) {
  const isDeveloper = accountKind === 'developer'
  return (
    <TextLink to={isDeveloper ? PORTAL.home : HUB.home} underline="never" c="var(--mantine-color-text)">
      <Group gap="xs" wrap="nowrap">
        <BrandMark size={28} />
        <Text lh={1.25}>
          <Text span fw={650} className={utilities.noWrap}>
            {PRODUCT}
          </Text>
          {isDeveloper && (
            <>
              {' '}
              <Text span c="dimmed" className={utilities.noWrap}>
                <Trans>for developers</Trans>
              </Text>
            </>
          )}
        </Text>
      </Group>
    </TextLink>
  )
}
