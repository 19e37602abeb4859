import { formatNumber } from '../../i18n/format.ts'
import { topicName } from '../../ui/topic-name.ts'
import { axisLabels, circleSize, isOneMonth, type Life, type TopicLine } from './life.ts'
import { pointName } from './month-names.ts'
import { topicColor } from './topic-color.ts'

/** The size of the picture in pixels: upright, as phones show it. A phone shows it at about a third of that. */
export const [PICTURE_WIDTH, PICTURE_HEIGHT] = [1_080, 1_350]
const MARGIN = 72
const WIDTH = PICTURE_WIDTH - 2 * MARGIN
const TOPICS_MAX = 8
const LABELS_MAX = 4
const LABEL_GAP_PX = 20

const HEAD_PX = 430
const [TITLE_Y, NUMBER_Y, SPAN_Y] = [112, 298, 374]
const [TITLE_PX, NUMBER_PX, UNIT_PX, SPAN_PX] = [54, 190, 58, 40]
const [LINES_TOP, LINES_BOTTOM] = [478, 1_170]
const LINE_MAX_PX = 210
const [NAME_PX, COUNT_PX, LABEL_PX, FOOT_PX] = [40, 44, 32, 34]
const [NAME_WIDTH, COUNT_WIDTH] = [330, 110]
const TRACK = WIDTH - NAME_WIDTH - COUNT_WIDTH
const TRACK_START = MARGIN + NAME_WIDTH
const [SIZE_MIN, SIZE_MAX] = [28, 120]
const THREAD_PX = 8
const BAR_PX = 44
/** From the middle of a line of text to its baseline, as a share of its size. */
const BASELINE = 0.34

/** The colours of the picture, those of the page in the light scheme. */
const COLORS = {
  paper: '#fbfaf7',
  ink: '#16201d',
  dimmed: '#57615d',
  head: '#134a41',
  onHead: '#ffffff',
  onHeadDimmed: '#b3d9d1',
  accent: '#1d6156',
}

export interface PictureTexts {
  title: string
  /** How many memories, as a number, and what it counts. */
  number: string
  unit: string
  /** The years, and the number of topics. */
  span: string
  /** Who made it. */
  foot: string
}

interface Writing {
  px: number
  weight: number
  color: string
  /** A longer text is cut. */
  most: number
}

/** Draws the lines of a life: topics and numbers, nothing of what the memories say. Each topic has a colour of its own. */
export function drawPicture(canvas: HTMLCanvasElement, life: Life, texts: PictureTexts): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const font = getComputedStyle(document.body).fontFamily
  /** Writes a text and returns its width. */
  const write = (text: string, x: number, y: number, { px, weight, color, most }: Writing): number => {
    context.font = `${weight} ${px}px ${font}`
    context.fillStyle = color
    let shown = text
    while (context.measureText(shown).width > most && shown.length > 1)
      shown = `${shown.replace(/…$/, '').slice(0, -1).trimEnd()}…`
    context.fillText(shown, x, y)
    return context.measureText(shown).width
  }
  context.textBaseline = 'alphabetic'
  context.textAlign = 'start'
  context.fillStyle = COLORS.paper
  context.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
  context.fillStyle = COLORS.head
  context.fillRect(0, 0, PICTURE_WIDTH, HEAD_PX)
  write(texts.title, MARGIN, TITLE_Y, { px: TITLE_PX, weight: 600, color: COLORS.onHeadDimmed, most: WIDTH })
  const number = { px: NUMBER_PX, weight: 700, color: COLORS.onHead, most: WIDTH }
  const end = MARGIN + write(texts.number, MARGIN, NUMBER_Y, number)
  const unit = { px: UNIT_PX, weight: 600, color: COLORS.onHead, most: PICTURE_WIDTH - end - MARGIN }
  write(texts.unit, end + UNIT_PX / 3, NUMBER_Y, unit)
  write(texts.span, MARGIN, SPAN_Y, { px: SPAN_PX, weight: 400, color: COLORS.onHeadDimmed, most: WIDTH })

  const shown = life.topics.slice(0, TOPICS_MAX)
  const height = Math.min((LINES_BOTTOM - LINES_TOP) / Math.max(shown.length, 1), LINE_MAX_PX)
  const name = { px: NAME_PX, weight: 600, color: COLORS.ink, most: NAME_WIDTH - 24 }
  shown.forEach((line, row) => {
    const y = LINES_TOP + (row + 0.5) * height
    const color = topicColor(line.topic)
    write(topicName(line.topic), MARGIN, y + NAME_PX * BASELINE, name)
    context.textAlign = 'end'
    const count = { px: COUNT_PX, weight: 700, color, most: COUNT_WIDTH }
    write(formatNumber(line.count), MARGIN + WIDTH, y + COUNT_PX * BASELINE, count)
    context.textAlign = 'start'
    context.fillStyle = color
    context.strokeStyle = color
    if (isOneMonth(life)) drawBar(context, line, y, Math.max(...shown.map(({ count }) => count)))
    else drawDots(context, line, y, Math.max(...shown.flatMap(({ points }) => points)), height)
  })

  const { starts, span } = life
  const names = starts.map((start) => pointName(start, span))
  const label = { px: LABEL_PX, weight: 500, color: COLORS.dimmed, most: TRACK }
  context.font = `${label.weight} ${LABEL_PX}px ${font}`
  const widths = names.map((each) => context.measureText(each).width)
  context.textAlign = 'center'
  for (const { at, x } of isOneMonth(life) ? [] : axisLabels(widths, TRACK, LABELS_MAX, LABEL_GAP_PX))
    write(names[at] ?? '', TRACK_START + x, LINES_TOP + shown.length * height + 48, label)
  context.textAlign = 'start'
  const foot = { px: FOOT_PX, weight: 600, color: COLORS.accent, most: WIDTH }
  write(texts.foot, MARGIN, PICTURE_HEIGHT - MARGIN + FOOT_PX * BASELINE, foot)
}

function drawBar(context: CanvasRenderingContext2D, { count }: TopicLine, y: number, most: number): void {
  context.beginPath()
  context.roundRect(TRACK_START, y - BAR_PX / 2, (count / most) * TRACK, BAR_PX, BAR_PX / 2)
  context.fill()
}

function drawDots(context: CanvasRenderingContext2D, line: TopicLine, y: number, most: number, height: number): void {
  const { points, first, last } = line
  const sizes = [SIZE_MIN, Math.min(SIZE_MAX, height * 0.9)] as const
  // Half of the largest dot fits before the first point and after the last one.
  const xOf = (at: number) =>
    TRACK_START + sizes[1] / 2 + (points.length > 1 ? at / (points.length - 1) : 0.5) * (TRACK - sizes[1])
  context.globalAlpha = 0.3
  context.lineWidth = THREAD_PX
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(xOf(first), y)
  context.lineTo(xOf(last), y)
  context.stroke()
  // Overlapping dots stay distinguishable.
  context.globalAlpha = 0.85
  points.forEach((count, at) => {
    if (!count) return
    context.beginPath()
    context.arc(xOf(at), y, circleSize(count, most, sizes) / 2, 0, 2 * Math.PI)
    context.fill()
  })
  context.globalAlpha = 1
}
