import { formatNumber } from '../../i18n/format.ts'
import { topicName } from '../../ui/topic-name.ts'
import { circleSize, isOneMonth, type Life, labelled } from './life.ts'
import { pointName } from './month-names.ts'

/** The size of the picture in pixels: upright, as phones show it. */
export const [PICTURE_WIDTH, PICTURE_HEIGHT] = [1_080, 1_350]
const MARGIN = 88
const TOPICS_MAX = 10
const LABELS_MAX = 5
const TITLE_PX = 76
const TEXT_PX = 30
const LABEL_PX = 26
const LINES_TOP = 360
const LINES_BOTTOM = 1_130
const LINE_MAX_PX = 130
const NAME_PX = 280
const COUNT_PX = 90
const [SIZE_MIN, SIZE_MAX] = [12, 52]
const BAR_PX = 26

/** The colours of the picture, those of the page in the light scheme. */
const COLORS = { paper: '#fbfaf7', ink: '#16201d', dimmed: '#57615d', line: '#cfcdc2', accent: '#1d6156' }

export interface PictureTexts {
  title: string
  lead: string
  /** Who made it. */
  foot: string
}

/** Draws the lines of a life: topics and numbers, nothing of what the memories say. */
export function drawPicture(canvas: HTMLCanvasElement, life: Life, texts: PictureTexts): void {
  const { topics, starts, span } = life
  const context = canvas.getContext('2d')
  if (!context) return
  const font = getComputedStyle(document.body).fontFamily
  const write = (text: string, x: number, y: number, px: number, weight: number, color: string, widthMax: number) => {
    context.font = `${weight} ${px}px ${font}`
    context.fillStyle = color
    context.fillText(text, x, y, widthMax)
  }
  const width = PICTURE_WIDTH - 2 * MARGIN
  context.fillStyle = COLORS.paper
  context.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
  context.textBaseline = 'alphabetic'
  context.textAlign = 'start'
  write(texts.title, MARGIN, 190, TITLE_PX, 650, COLORS.ink, width)
  write(texts.lead, MARGIN, 254, TEXT_PX, 400, COLORS.dimmed, width)

  const shown = topics.slice(0, TOPICS_MAX)
  const height = Math.min((LINES_BOTTOM - LINES_TOP) / Math.max(shown.length, 1), LINE_MAX_PX)
  const trackStart = MARGIN + NAME_PX
  const track = width - NAME_PX - COUNT_PX
  const xOf = (point: number) => trackStart + ((point + 0.5) / starts.length) * track
  const most = Math.max(...shown.flatMap(({ points }) => points), 1)
  const sizeMax = Math.min(SIZE_MAX, height * 0.8)
  shown.forEach(({ topic, count, points, first, last }, row) => {
    const y = LINES_TOP + (row + 0.5) * height
    write(topicName(topic), MARGIN, y + 10, TEXT_PX, 600, COLORS.ink, NAME_PX - 30)
    context.textAlign = 'end'
    write(formatNumber(count), MARGIN + width, y + 10, LABEL_PX, 400, COLORS.dimmed, COUNT_PX)
    context.textAlign = 'start'
    if (isOneMonth(life)) {
      context.fillStyle = COLORS.accent
      context.fillRect(trackStart, y - BAR_PX / 2, (count / most) * track, BAR_PX)
      return
    }
    context.strokeStyle = COLORS.line
    context.lineWidth = 3
    context.beginPath()
    context.moveTo(xOf(first), y)
    context.lineTo(xOf(last), y)
    context.stroke()
    context.fillStyle = COLORS.accent
    context.globalAlpha = 0.85
    points.forEach((each, at) => {
      if (!each) return
      context.beginPath()
      context.arc(xOf(at), y, circleSize(each, most, [SIZE_MIN, sizeMax]) / 2, 0, 2 * Math.PI)
      context.fill()
    })
    context.globalAlpha = 1
  })
  const axis = LINES_TOP + shown.length * height + 44
  context.textAlign = 'center'
  for (const at of isOneMonth(life) ? [] : labelled(starts.length, LABELS_MAX))
    write(pointName(starts[at] ?? '', span), xOf(at), axis, LABEL_PX, 400, COLORS.dimmed, track / 4)
  context.textAlign = 'start'
  write(texts.foot, MARGIN, PICTURE_HEIGHT - MARGIN, LABEL_PX, 600, COLORS.accent, width)
}
