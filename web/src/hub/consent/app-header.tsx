import { t } from '@lingui/core/macro'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import Link2 from 'lucide-react/icons/link-2'
import type { Shape } from '../../api/client.ts'
import { perLocale } from '../../i18n/format.ts'
import { BrandMark } from '../../ui/brand.tsx'
import { Initials } from '../../ui/initials.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import utilities from '../../ui/utilities.module.css'
import css from './app-header.module.css'

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

const hostOf = (address: string) => new URL(address).host

interface AppHeaderProps {
  app: Shape<'ConsentPreview'>['app']
  lead: string
}

/** The app and this service side by side, what the app wants, who publishes it and since when it is registered. */
export function AppHeader({ app, lead }: AppHeaderProps) {
  const since = dateFormat().format(new Date(app.registeredAt))
  return (
    <Stack gap={6}>
      <Group gap="xs" c="dimmed" mb={2}>
        <Initials name={app.name} slug={app.slug} size={32} />
        <Link2 size={18} aria-hidden />
        <BrandMark size={32} />
      </Group>
      <PageTitle title={t`${app.name} wants to connect`} lead={lead} />
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
    </Stack>
  )
}

/** A link of the app. It opens beside the decision, and the app does not learn where it was followed. */
function OutsideLink({ to, children }: { to: string; children: string }) {
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
