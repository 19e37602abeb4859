import { t } from '@lingui/core/macro'
import { Anchor, Group, Text } from '@mantine/core'
import type { Shape } from '../api/client.ts'
import { onOneLine, perLocale } from '../i18n/format.ts'
import css from './about-app.module.css'
import utilities from './utilities.module.css'

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

const hostOf = (address: string) => new URL(address).host

/** What an app says of itself, who publishes it, since when it is registered, and links to its pages. */
export function AboutApp({ app }: { app: Shape<'ConsentPreview'>['app'] }) {
  const since = onOneLine(dateFormat().format(new Date(app.registeredAt)))
  return (
    <>
      <Text size="xs" c="dimmed" className={utilities.breakWords} component="section" aria-label={t`About this app`}>
        {app.description && t`It describes itself as: “${app.description}”`}{' '}
        {app.publisher === null ? t`No publisher is named.` : t`Published by ${app.publisher}.`}{' '}
        {t`Registered here on ${since}.`}
      </Text>
      {(app.homepageUrl || app.privacyUrl) && (
        <Group component="section" gap="md" aria-label={t`Pages of this app`} className={css.links}>
          {app.homepageUrl && (
            <OutsideLink to={app.homepageUrl}>{t`Home page: ${hostOf(app.homepageUrl)}`}</OutsideLink>
          )}
          {app.privacyUrl && (
            <OutsideLink to={app.privacyUrl}>{t`Privacy policy: ${hostOf(app.privacyUrl)}`}</OutsideLink>
          )}
        </Group>
      )}
    </>
  )
}

/** A link of the app. It opens beside the page, and the app does not learn where it was followed. */
export function OutsideLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor
      href={to}
      target="_blank"
      rel="noreferrer noopener"
      size="xs"
      underline="always"
      className={utilities.breakWords}
    >
      {children}
    </Anchor>
  )
}
