import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useOpenedOnDemand } from '../../ui/opened-on-demand.ts'
import { RowMenuButton } from './row-menu-button.tsx'

export interface RowMenuProps {
  onEdit: () => void
  onShow: () => void
  onDelete: () => void
}

/** The menu of a row, which opens as soon as it is there. */
export function RowMenu({ onEdit, onShow, onDelete }: RowMenuProps) {
  const { button, menu } = useOpenedOnDemand()
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <RowMenuButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>
          <Trans>Edit or move</Trans>
        </Menu.Item>
        <Menu.Item onClick={onShow}>
          <Trans>About this memory</Trans>
        </Menu.Item>
        <Menu.Item c="var(--mantine-color-error)" onClick={onDelete}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
