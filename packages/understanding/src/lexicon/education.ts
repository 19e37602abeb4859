/** School, university, subjects and languages. */
export const EDUCATION = `
education: education educate educated educational schooling academic
school < education: school schools schooling primary "junior school" "grammar school" comprehensive "state school" "private school" "year group" "school no" "school run" montessori liceo
nursery_school < school child: nursery kindergarten preschool daycare creche "day care" "pre school" playgroup
primary_school < school: "primary school" "elementary school" "infant school" "grade school"
secondary_school < school: "secondary school" "high school" "middle school" "grammar school" highschool "comprehensive school"
sixth_form < school: "sixth form" "a levels" "a level" baccalaureate abitur
boarding_school < school: "boarding school" "private school" "public school" "prep school"
state_school < school: "state school" montessori waldorf steiner
homeschool < school: homeschool homeschooled homeschooling "home schooling"
school_class < school: classroom classmate classmates "school class" "year group"
school_bus < school bus: "school bus" "school run"
school_things < school: satchel schoolbag "pencil case" textbook textbooks "school uniform" "school bag" backpack
school_holidays < school holiday: "school holidays" "half term" "summer holidays" "summer break" "spring break" "school break" "term time"
parents_evening < school parent: "parents evening" "parents' evening" "parent teacher" "school report"
bullying < school: bully bullied bullying
detention < school: detention truant expelled
university < education: university college uni campus faculty undergraduate postgraduate polytechnic "technical university" academy
student < education: student students undergraduate fresher freshman sophomore undergrad "at university" "at uni" enrolled postgrad
pupil < student school: pupil pupils schoolchild schoolchildren schoolboy schoolgirl "grade 11" "grade 12" "grade 10" graders
student_housing < housing student: dorm dormitory "student housing" "halls of residence" "student flat"
degree < education: degree degrees bachelor bachelors graduate graduated diploma alumni alumnus
masters < degree: masters mba msc "master's degree" "masters degree"
doctorate < degree: phd doctorate doctoral dissertation thesis postdoc
study < education: study studies studied studying student revise revision revising revises cram crams cramming "study session" "study group" "study plan" "hit the books" "studying for"
major_subject < study: "majored in" "major in" "my major" "degree in" "study subject" "graduated in" "minor in"
erasmus < study travel: erasmus "exchange student" "study abroad" "exchange year" "year abroad" "semester abroad"
semester < education: semester "academic year" "school year" trimester term "autumn term" "spring term" "winter semester" "summer semester" "second year" "first year" "third year" "final year"
course < education: course courses class classes workshop seminar webinar moocs module masterclass bootcamp "distance learning" "certificate course" modules electives
online_course < course: coursera udemy duolingo "online course" "online class" "evening class" "night school" "e learning"
lesson < course: lesson lessons tuition "private lesson"
lecture < course: lecture lectures lecturer
exam < education: exam exams examination test tests quiz midterm finals gcse gcses resit resits resitting retake retakes retaking viva orals "board exam" "bar exam" "entrance exam" "oral exam" "mock exam" "final exam" "multiple choice" "closed book" "open book" assessment assessments "theory test" "exam result" "sit the exam" mocks "a levels" abitur baccalaureate "sat score" "extra time"
pass_exam < exam: "pass the exam" "passed the exam" "passed my exam" "passed the test" "passed my test"
fail_exam < exam: "failed the exam" "failed my exam" "fail the exam" resit flunked "failed the test" "didn't pass" "did not pass" "not passed" "fail the course" "failed a course"
grades < education: grade grades gpa "report card" honours "top marks" score scores mark marks result results "pass mark" "test result"
homework < school: homework assignment assignments coursework essay essays worksheet "term paper" "seminar paper" "my paper" "research paper" "lab report" "project report" "problem set" "problem sets" thesis dissertation "group project" report reports
scholarship < education: scholarship bursary stipend fellowship grant grants "student grant" "study grant" "research grant" "financial aid" "funded by" "student finance" scholarships bursaries fellowships "award of" "grant from" "stipend from" "tuition waiver" "fee waiver" "full ride" fulbright erasmus "pell grant" "merit award" "la caixa" daad
tuition_fee < education cost: "tuition fees" "tuition fee" "school fees" "student fees" tuition "course fees" "semester fee" "college fees" "covers tuition" "pays my studies" "pays for my studies" "pays her tuition" "university fees"
student_loan < debt education: "student loan" "student debt" "student loans"
certificate < education: certificate certification certified accreditation qualification qualified "board certified" "trade licence" "professional exam" accredited chartered qualifying "qualified as"
training < education: training trained retrain "vocational training" apprenticeship
library < place: library libraries "library card"
learning < education: learn learning learnt learned "pick up" "teach myself" "self taught" "taught myself" learner "learn to" "lessons in"
skill: skill skills skilled ability talent talented expertise expert "good at" proficient skilful "not good at" "able to"
beginner < skill: beginner novice newbie "just started" rookie
knowledge: knowledge knowledgeable "know about" trivia
dropout < education: dropout "dropped out" "drop out" "left school"
subject < education: curriculum "school subject" "favourite subject" "favorite subject"
mathematics < subject: maths math mathematics algebra geometry calculus arithmetic statistics "linear algebra" trigonometry "numerical methods"
physics < subject: physics quantum thermodynamics mechanics optics "fluid dynamics" electromagnetism
chemistry < subject: chemistry chemical periodic
biology < subject: biology biological genetics
medicine_subject < subject: "studying medicine" "study medicine" "studied medicine" "medical degree"
computer_science < subject: "computer science" informatics "computing degree"
history < subject: history historical historic
geography < subject: geography geographical
literature < subject: literature literary "english literature"
art_school < subject art: "art school" "art college" "fine art" "fine arts" "art history"
music_school < subject music: conservatoire conservatory "music school" "music lessons"
law_subject < subject law: "law school" "studying law" "study law" "studied law" "law degree"
economics < subject: economics "business studies" "business school" accounting "business administration" marketing finance
psychology_subject < subject: psychology "psychology degree"
philosophy < subject: philosophy philosopher philosophical
sociology < subject: sociology anthropology
engineering_subject < subject: "engineering degree" "studying engineering" "mechanical engineering" "civil engineering" "electrical engineering" "chemical engineering" "software engineering" aerospace
physical_education < subject sport: "physical education" "pe lesson" "gym class" "sports day"
language < communication: language languages bilingual multilingual trilingual fluent fluently polyglot speak speaks spoken "grew up with" "grew up speaking" "at home we speak" "hardly speak" "understand a little"
native_language < language: "mother tongue" "native language" "first language" "native speaker" "grew up with" "native in" "mother tongues" "from birth" "raised with" "raised in"
learning_language < language learning: duolingo babbel "language course" "language class" "language school" "learn a language" "learning a language"
vocabulary < language: vocabulary grammar pronunciation conjugation
accent < language: accent dialect
english_language < language: english anglophone toefl ielts
spanish_language < language: spanish espanol castilian
french_language < language: french francais francophone
german_language < language: german deutsch
italian_language < language: italian italiano
portuguese_language < language: portuguese
dutch_language < language: dutch flemish
russian_language < language: russian cyrillic
polish_language < language: polish
ukrainian_language < language: ukrainian
czech_language < language: czech slovak
swedish_language < language: swedish
norwegian_language < language: norwegian
danish_language < language: danish
finnish_language < language: finnish
greek_language < language: greek
turkish_language < language: turkish
arabic_language < language: arabic
hebrew_language < language: hebrew yiddish
persian_language < language: farsi persian
hindi_language < language: hindi urdu
bengali_language < language: bengali
tamil_language < language: tamil telugu
punjabi_language < language: punjabi gujarati
chinese_language < language: chinese mandarin cantonese hsk
japanese_language < language: japanese kanji hiragana
korean_language < language: korean hangul
vietnamese_language < language: vietnamese
thai_language < language: thai
indonesian_language < language: indonesian malay
filipino_language < language: tagalog
swahili_language < language: swahili
romanian_language < language: romanian
hungarian_language < language: hungarian magyar
bulgarian_language < language: bulgarian
serbian_language < language: serbian croatian bosnian
welsh_language < language: welsh
irish_language < language: gaelic irish
catalan_language < language: catalan basque
latin_language < language: latin
esperanto < language: esperanto
sign_language < language: "sign language" bsl asl
academic_supervisor < teacher: advisor adviser supervisor supervises professor prof "thesis advisor" "phd supervisor" "course leader" "personal tutor" dean
calculator < school_things: calculator casio "graphing calculator"
african_language < language: zulu isizulu xhosa isixhosa sesotho setswana afrikaans yoruba igbo hausa amharic shona twi somali
language_level < language: b1 b2 c1 c2 a2 a1 delf dele jlpt telc nt2 testdaf intermediate "language exam" "language test" "language certificate"
`
