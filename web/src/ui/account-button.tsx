import { t } from '@lingui/core/macro'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import CircleUser from 'lucide-react/icons/circle-user'
import type { ComponentPropsWithRef } from 'react'

/** The button of the account menu. */
export function AccountButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, 'color'>) {
  return (
    <ActionIcon variant="subtle" size="lg" aria-label={t`Your account`} aria-haspopup="dialog" {...props}>
      <CircleUser size={22} />
    </ActionIcon>
  )
}
