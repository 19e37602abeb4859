/** A quantity that has one value at a time, and several names. */
export interface Kind {
  readonly name: string
  /** Matches the text of a clause that names the quantity. */
  readonly isNamed: (text: string) => boolean
  /** Words that belong to the name. */
  readonly isOfName: (plain: string) => boolean
  readonly isUnit: (unit: string | undefined) => boolean
  /** Tells of another occasion, on which another value is true. */
  readonly occasions: readonly RegExp[]
}

const GOAL =
  /\b(?:goal|target|aim|limit|max(?:imum)?|min(?:imum)?|birth|born|ideal|normal|dream|wedding|best|pb|pr|record|allowed|allowance|should|must|need(?:s|ed)?|wants?|under|below|above|before|used to|start(?:ing|ed)?|peak|heaviest|lightest|highest|lowest)\b/g
const MEALS_AND_REST =
  /\b(?:breakfast|lunch|dinner|supper|meals?|eating|sleep\w*|bed(?:time)?|exercise|training|running|sprint|stairs|home|work|rest(?:ing)?|fasting|lying|standing|sitting|nights?|night-?time|mornings?|evenings?|left|right)\b/g
const ANY = [GOAL]
const MOMENT = [GOAL, MEALS_AND_REST]
/** Units that a body is weighed in. */
export const BODY_WEIGHT = /^(?:kg|kilo|kilogram|lb|st|stone)$/
const LENGTH = /^(?:cm|m|metre|meter|feet|ft|foot|inch|inche|in)$/
const isLab = (unit: string | undefined) =>
  unit === undefined || /^(?:%|percent|mm(?:ol)?|mg|µg|ug|ng|g|u|iu|ml|mcg)/.test(unit)
const NO_MONEY =
  /^(?:%|kg|kilo|lb|stone|cm|km|mile|hour|hr|min|minute|day|week|month|year|point|percent|people|book|time)$/

export const KINDS: readonly Kind[] = [
  {
    name: 'weight',
    isNamed: (text) => /\b(?:weigh(?:s|ed|-in|ing)?|weight|scales?)\b/.test(text),
    isOfName: (plain) => /^(?:weigh\w*|weight|scales?|bathroom|body)$/.test(plain),
    isUnit: (unit) => unit === undefined || BODY_WEIGHT.test(unit) || unit === 'pound',
    occasions: ANY,
  },
  {
    name: 'blood pressure',
    isNamed: (text) => /\b(?:bp|rr|blood pressure)\b/.test(text),
    isOfName: (plain) => /^(?:bp|rr|blood|pressure)$/.test(plain),
    isUnit: (unit) => unit === undefined || unit === 'mmhg',
    occasions: MOMENT,
  },
  {
    name: 'hba1c',
    isNamed: (text) => /\b(?:hba1c|a1c|hb a1c|long(?:-| |)(?:term|time)? ?sugar|(?:three|3)-month sugar)\b/.test(text),
    isOfName: (plain) =>
      /^(?:hba1c|a1c|hb|long|long-term|longterm|long-time|term|sugar|three-month|3-month)$/.test(plain),
    isUnit: isLab,
    occasions: ANY,
  },
  {
    name: 'sugar',
    isNamed: (text) => /\b(?:sugar|glucose)\b/.test(text),
    isOfName: (plain) => /^(?:blood|sugar|glucose)$/.test(plain),
    isUnit: isLab,
    occasions: MOMENT,
  },
  ...(
    [
      ['heart rate', /\b(?:heart ?rate|pulse|hr)\b/, /^(?:heart|rate|heartrate|pulse|hr)$/, /^bpm$/, MOMENT],
      [
        'oxygen',
        /\b(?:oxygen|spo2|o2|sats)\b/,
        /^(?:blood|oxygen|saturation|spo2|o2|sats|level)$/,
        /^(?:%|percent)$/,
        MOMENT,
      ],
      ['height', /\b(?:height|tall)\b/, /^(?:height|tall|of)$/, LENGTH, ANY],
      ['waist', /\bwaist\b/, /^waist$/, LENGTH, ANY],
      [
        'grade average',
        /\b(?:gpa|grade (?:point )?average|average grade)\b/,
        /^(?:gpa|grade|point|average)$/,
        /^points?$/,
        ANY,
      ],
      ['credit score', /\bcredit (?:score|rating)\b/, /^(?:credit|score|rating|schufa)$/, /^points?$/, ANY],
      ['mileage', /\b(?:mileage|odometer|on the clock)\b/, /^(?:mileage|odometer|clock|car)$/, /^(?:km|mile)$/, ANY],
    ] as const
  ).map(([name, named, words, units, occasions]) => ({
    ...{ name, occasions },
    isNamed: (text: string) => named.test(text),
    isOfName: (plain: string) => words.test(plain),
    isUnit: (unit: string | undefined) => unit === undefined || units.test(unit),
  })),
  ...(
    'inr ferritin creatinine cholesterol ldl hdl triglycerides tsh psa crp bmi egfr gfr haemoglobin hemoglobin hb urea bilirubin ' +
    'platelets homocysteine alt ast ggt vo2max pcv hct haematocrit hematocrit esr wbc ft4 t4 cd4 phq-9 gad-7'
  )
    .split(' ')
    .map((name) => ({
      name: name === 'hb' || name === 'hemoglobin' ? 'haemoglobin' : name,
      isNamed: (text: string) => text.split(' ').includes(name),
      isOfName: (plain: string) => plain === name,
      isUnit: isLab,
      occasions: ANY,
    })),
  ...'ielts toefl elo handicap'.split(' ').map((name) => ({
    name,
    isNamed: (text: string) => text.split(' ').includes(name),
    isOfName: (plain: string) => plain === name || plain === 'score' || plain === 'rating',
    isUnit: (unit: string | undefined) => unit === undefined || /^points?$/.test(unit),
    occasions: ANY,
  })),
  {
    name: 'savings',
    isNamed: (text) => /\bsavings?\b/.test(text),
    isOfName: (plain) => /^(?:savings?|book|account|balance|bank|pot|total)$/.test(plain),
    isUnit: (unit) => unit === undefined || !NO_MONEY.test(unit),
    occasions: ANY,
  },
]
