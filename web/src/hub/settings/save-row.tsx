import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'

interface SaveRowProps {
  isChanged: boolean
  isBusy: boolean
  isSaved: boolean
}

/** The end of a form of settings: the button stands out once there is something to save. */
export function SaveRow({ isChanged, isBusy, isSaved }: SaveRowProps) {
  return (
    <Group>
      <Button type="submit" variant={isChanged ? 'filled' : 'default'} loading={isBusy}>
        <Trans>Save</Trans>
      </Button>
      <Text role="status" size="sm" c="dimmed">
        {isSaved && !isChanged && t`Saved.`}
      </Text>
    </Group>
  )
}
