import { t } from '@lingui/core/macro'
import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useOpenedOnDemand } from '../../ui/opened-on-demand.ts'
import { RowMenuButton } from './row-menu-button.tsx'
import { tools } from './tools.tsx'

/** The menu of what can be done with all memories, which opens as soon as it is there. */
export function OpenToolsMenu() {
  const { button, menu } = useOpenedOnDemand()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <RowMenuButton ref={button} size={40} aria-label={t`All memories`} />
      </Menu.Target>
      <Menu.Dropdown>
        {tools().map(({ label, ...address }) => (
          <Menu.Item key={label} onClick={() => navigate(address)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
