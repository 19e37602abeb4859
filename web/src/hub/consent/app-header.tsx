import { t } from '@lingui/core/macro'
import { Group, Stack } from '@mantine/core'
import Link2 from 'lucide-react/icons/link-2'
import type { ReactNode } from 'react'
import type { Shape } from '../../api/client.ts'
import { AboutApp } from '../../ui/about-app.tsx'
import { BrandMark } from '../../ui/brand.tsx'
import { Initials } from '../../ui/initials.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import css from './app-header.module.css'

const MARK_PX = 56

/** The mark of the app joined with the mark of this service. */
export function JoinedMarks({ app: { name, slug, icon } }: Pick<AppHeaderProps, 'app'>) {
  return (
    <Group gap={0} mb={4}>
      <Initials name={name} slug={slug} icon={icon} size={MARK_PX} />
      <span className={css.joint}>
        <Link2 size={18} aria-hidden />
      </span>
      <BrandMark size={MARK_PX} />
    </Group>
  )
}

interface AppHeaderProps {
  app: Shape<'ConsentPreview'>['app']
  /** Whether the app is connected already. */
  isConnected: boolean
  /** What stands below the facts about the app. */
  children?: ReactNode
}

/** The app and this service joined, what the app wants, who publishes it and since when it is registered. */
export function AppHeader({ app, isConnected, children }: AppHeaderProps) {
  return (
    <Stack gap={6}>
      <JoinedMarks app={app} />
      <PageTitle
        title={isConnected ? t`Change what ${app.name} may do` : t`${app.name} wants to connect`}
        lead={
          isConnected
            ? t`This is what you allow it now. Add what else it may have, or take something away.`
            : t`It asks to use what is remembered about you here. Take away whatever you would rather not allow.`
        }
      />
      <AboutApp app={app} />
      {children}
    </Stack>
  )
}
