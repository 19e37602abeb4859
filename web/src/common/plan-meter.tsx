import { Box, Group, Progress, Text } from '@mantine/core'
import utilities from '../ui/utilities.module.css'

const numberFormat = new Intl.NumberFormat()

interface PlanMeterProps {
  label: string
  used: number
  /** The limit of the plan; `null` means unlimited. */
  limit: number | null
  /** The name of the plan; with it, the meter is a card. */
  plan?: string
}

/** How much of a limit of the plan is used: as a row among settings, or as a card. */
export function PlanMeter({ label, used, limit, plan }: PlanMeterProps) {
  const share = limit === null ? 0 : Math.min(100, (100 * used) / limit)
  const count = numberFormat.format(used)
  const color = share >= 100 ? 'red' : undefined
  if (plan !== undefined)
    return (
      <Box className={utilities.surface} p="md">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fz="h3" fw={650}>
          {count}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            {limit === null ? `no limit on ${plan}` : `of ${numberFormat.format(limit)}`}
          </Text>
        </Text>
        {limit !== null && <Progress value={share} mt="xs" color={color} aria-label={label} />}
      </Box>
    )
  const summary = limit === null ? `${count}, without limit` : `${count} of ${numberFormat.format(limit)}`
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed">
          {summary}
        </Text>
      </Group>
      <Progress value={share} aria-label={`${label}: ${summary}`} color={color} />
      {share >= 100 && (
        <Text size="xs" c="dimmed">
          Full. Remove what you no longer need to make room; everything you have stays.
        </Text>
      )}
    </div>
  )
}
