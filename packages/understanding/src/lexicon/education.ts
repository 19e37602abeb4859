/** School, university, subjects and languages. */
export const EDUCATION = `
education: education educate educated educational schooling academic
school < education: school schools schooling
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
university < education: university college uni campus faculty undergraduate postgraduate
student < education: student students undergraduate fresher freshman sophomore
pupil < student school: pupil pupils schoolchild schoolchildren schoolboy schoolgirl
student_housing < housing student: dorm dormitory "student housing" "halls of residence" "student flat"
degree < education: degree degrees bachelor bachelors graduate graduated diploma alumni alumnus
masters < degree: masters mba msc "master's degree" "masters degree"
doctorate < degree: phd doctorate doctoral dissertation thesis postdoc
study < education: study studies studied studying student revise
major_subject < study: "majored in" "major in" "my major" "degree in" "study subject" "graduated in" "minor in"
erasmus < study travel: erasmus "exchange student" "study abroad" "exchange year" "year abroad" "semester abroad"
semester < education: semester "academic year" "school year"
course < education: course courses class classes workshop seminar webinar moocs module
online_course < course: coursera udemy duolingo "online course" "online class" "evening class" "night school" "e learning"
lesson < course: lesson lessons tuition "private lesson"
lecture < course: lecture lectures lecturer
exam < education: exam exams examination test tests quiz midterm finals gcse gcses
pass_exam < exam: "pass the exam" "passed the exam" "passed my exam" "passed the test" "passed my test"
fail_exam < exam: "failed the exam" "failed my exam" "fail the exam" resit flunked "failed the test"
grades < education: grade grades gpa "report card" honours "top marks"
homework < school: homework assignment assignments coursework essay essays worksheet
scholarship < education: scholarship bursary stipend
tuition_fee < education cost: "tuition fees" "tuition fee" "school fees" "student fees"
student_loan < debt education: "student loan" "student debt" "student loans"
certificate < education: certificate certification certified accreditation qualification qualified
training < education: training trained retrain "vocational training" apprenticeship
library < place: library libraries "library card"
learning < education: learn learning learnt learned "pick up" "teach myself" "self taught" "taught myself"
skill: skill skills skilled ability talent talented expertise expert "good at" proficient
beginner < skill: beginner novice newbie "just started" rookie
knowledge: knowledge knowledgeable "know about" trivia
dropout < education: dropout "dropped out" "drop out" "left school"
subject < education: curriculum "school subject" "favourite subject" "favorite subject"
mathematics < subject: maths math mathematics algebra geometry calculus arithmetic statistics
physics < subject: physics quantum thermodynamics
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
economics < subject: economics "business studies" "business school"
psychology_subject < subject: psychology "psychology degree"
philosophy < subject: philosophy philosopher philosophical
sociology < subject: sociology anthropology
engineering_subject < subject: "engineering degree" "studying engineering"
physical_education < subject sport: "physical education" "pe lesson" "gym class" "sports day"
language < communication: language languages bilingual multilingual trilingual fluent fluently polyglot
native_language < language: "mother tongue" "native language" "first language" "native speaker"
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
`
