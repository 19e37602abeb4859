import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Progress, Text } from '@mantine/core'
import { formatNumber } from '../i18n/format.ts'
import utilities from '../ui/utilities.module.css'

interface PlanMeterProps {
  label: string
  used: number
  /** The limit of the plan; `null` means unlimited. */
  limit: number | null
  /** The name of the plan; with it, the meter is a card. */
  plan?: string
  /** A line below the numbers of a card. */
  note?: string
}

/** How much of a limit of the plan is used: as a row among settings, or as a card. */
export function PlanMeter({ label, used, limit, plan, note }: PlanMeterProps) {
  const share = limit === null ? 0 : Math.min(100, (100 * used) / limit)
  const count = formatNumber(used)
  const most = formatNumber(limit ?? 0)
  const color = share >= 100 ? 'red' : undefined
  if (plan !== undefined)
    return (
      <Box className={utilities.surface} p="md">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fz="xl" lh={1.2} fw={650}>
          {count}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            {limit === null ? t`no limit on ${plan}` : t`of ${most}`}
          </Text>
        </Text>
        {limit !== null && <Progress value={share} mt="xs" color={color} aria-label={label} />}
        {note && (
          <Text size="xs" c="dimmed" mt={6}>
            {note}
          </Text>
        )}
      </Box>
    )
  const summary = limit === null ? t`${count}, without limit` : t`${count} of ${most}`
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed">
          {summary}
        </Text>
      </Group>
      {limit !== null && <Progress value={share} aria-label={`${label}: ${summary}`} color={color} />}
      {share >= 100 && (
        <Text size="xs" c="dimmed">
          <Trans>Full. Remove what you no longer need to make room; everything you have stays.</Trans>
        </Text>
      )}
    </div>
  )
}
