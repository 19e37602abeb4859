/** Nouns for roles that one person fills for another, as alternatives of a pattern. */
export const NOUNS =
  'gp|doctor|dentist|orthodontist|physio|physiotherapist|therapist|psychologist|psychiatrist|counsellor|gynaecologist|gynecologist|paediatrician|' +
  'pediatrician|optician|dermatologist|cardiologist|midwife|vet|hairdresser|barber|stylist|cleaner|cleaning lady|housekeeper|babysitter|' +
  'nanny|au pair|childminder|coach|trainer|tutor|teacher|instructor|boss|manager|supervisor|mentor|landlord|landlady|accountant|tax adviser|' +
  'tax advisor|lawyer|solicitor|notary|agent|adviser|advisor|flatmate|roommate|housemate|gardener|mechanic|dog walker|driver|chauffeur|pastor|insurer|' +
  'health insurer|bank|provider|electricity provider|phone provider|assistant|carer|caretaker|secretary|best friend|study partner|' +
  'running partner|gym partner|training partner|desk neighbour|lab partner|dance partner|neurologist|oncologist|rheumatologist|urologist|nephrologist|' +
  'endocrinologist|gastroenterologist|ophthalmologist|haematologist|hematologist|pulmonologist|surgeon|dietician|dietitian|nutritionist|podiatrist|' +
  'chiropractor|osteopath|health visitor|district nurse|home nurse|home help|caregiver|social worker|caseworker|case worker|key worker|keyworker|' +
  'probation officer|foreman|forewoman|dispatcher|team lead|team leader|project lead|project leader|shift leader|shift lead|scout leader|conductor|' +
  'choir director|choirmaster|bandleader|headteacher|headmaster|headmistress|principal|professor|editor|union rep|priest|vicar|minister|imam|rabbi|' +
  'bishop|broker|bookkeeper|warden|janitor|concierge|property manager'
