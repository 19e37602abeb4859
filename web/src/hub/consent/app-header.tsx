import { t } from '@lingui/core/macro'
import { Group, Stack } from '@mantine/core'
import Link2 from 'lucide-react/icons/link-2'
import type { Shape } from '../../api/client.ts'
import { AboutApp } from '../../ui/about-app.tsx'
import { BrandMark } from '../../ui/brand.tsx'
import { Initials } from '../../ui/initials.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

interface AppHeaderProps {
  app: Shape<'ConsentPreview'>['app']
  lead: string
}

/** The app and this service side by side, what the app wants, who publishes it and since when it is registered. */
export function AppHeader({ app, lead }: AppHeaderProps) {
  return (
    <Stack gap={6}>
      <Group gap="xs" c="dimmed" mb={2}>
        <Initials name={app.name} slug={app.slug} icon={app.icon} size={32} />
        <Link2 size={18} aria-hidden />
        <BrandMark size={32} />
      </Group>
      <PageTitle title={t`${app.name} wants to connect`} lead={lead} />
      <AboutApp app={app} />
    </Stack>
  )
}
