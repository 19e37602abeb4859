import { t } from '@lingui/core/macro'
import { Anchor, Group, Text } from '@mantine/core'
import type { Shape } from '../api/client.ts'
import { onOneLine, perLocale } from '../i18n/format.ts'
import css from './about-app.module.css'
import utilities from './utilities.module.css'

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

/** An app that was registered before that is no longer new. */
const NEW_MS = 30 * 24 * 60 * 60_000

const hostOf = (address: string) => new URL(address).host

/** Quotation marks, with which a text could end its own quotation and go on as if this page said it. */
const QUOTES = /["“”„‟«»「」『』〝〞＂]/g

/** Who publishes an app, since when it is registered if that is not long, what it says of itself, and links to its pages. */
export function AboutApp({ app }: { app: Shape<'ConsentPreview'>['app'] }) {
  const registered = new Date(app.registeredAt)
  const since = onOneLine(dateFormat().format(registered))
  const isNew = Date.now() - registered.getTime() < NEW_MS
  return (
    <>
      <Text size="xs" c="dimmed" className={utilities.breakWords} component="section" aria-label={t`About this app`}>
        {app.publisher === null ? t`No publisher is named.` : t`Published by ${app.publisher}.`}{' '}
        {isNew && t`Registered here on ${since}.`}
        {app.description && (
          <Text inherit component="bdi" display="block">
            {t`It describes itself as: “${app.description.replace(QUOTES, '’')}”`}
          </Text>
        )}
      </Text>
      {(app.homepageUrl || app.privacyUrl) && (
        <Group component="section" gap="xs" aria-label={t`Pages of this app`} className={css.links}>
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
