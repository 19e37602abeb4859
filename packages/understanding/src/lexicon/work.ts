/** Work, employment and fields of work with their things and places. */
export const WORK = `
work: work works worked working workplace workday worker
job < work: job jobs occupation profession professional career vocation livelihood "do for a living" "for a living" "work as" "works as"
employer < work: employer employed employee employ company firm "work for" "works for" "working for"
company_business < work: company companies corporation enterprise firm startup "start up" multinational "my firm" "the firm"
position < work: position role "job title"
workplace < work: workplace office headquarters desk cubicle "co working" coworking "head office" "the office" "at the office" premises depot "work site"
remote_work < work home: remote remotely "work from home" "works from home" "working from home" "home office" telework "hybrid work" wfh "home working" homeworking "works remotely" "at home on" "in the office on" "office days" "office day" "hybrid working" "hot desk"
commute < work travel: commute commuter commuting "get to work" "way to work" "drive to work" "travel to work" "leave for work" "leaves for work" "door to door" "get to the office" "way to the office" "drive in" "cycle in" "cycles in"
working_hours < work: overtime "working hours" "nine to five" "part time" "full time" "work hours" flexitime "flexible hours" "four day week" "clock in" "clock out" "clock off" "knock off" "start work" "starts work" "starting work" "finish work" "finishes work" "office hours" "hours a week" "hours per week" "working time" "opening hours"
part_time < working_hours: "part time" parttime "half days" "reduced hours"
full_time < working_hours: "full time" fulltime
shift_work < working_hours: shift shifts "night shift" "late shift" "early shift" "shift work" nightshift rota "back shift" "day shift" "swing shift" "graveyard shift" roster rosters rostered "split shift" "shift pattern" "morning shift" "evening shift"
salary < work income: salary salaries wage wages payroll payslip paycheck "take home pay" earn earns earnings "take home" "takes home" "net pay" "gross pay" "hourly rate" "hourly wage" "day rate" paycheque "monthly pay" "paid per hour" "per hour" "an hour" "before tax" "after tax" "per annum" ctc "annual salary" "base pay" "base salary" "pay packet" "pay cheque" "what i make" "make a month" "make a year" "makes a year" "makes a month" "bring home" "brings home"
bonus < salary: bonus commission "stock options" "thirteenth salary" bonuses "profit share" "extra pay" "annual bonus"
raise < salary: "pay rise" "pay raise" "salary increase" "got a raise"
promotion < work: promotion promoted promote "step up" "made senior" "moved up" "next level" "career step" "career ladder" "climb the ladder" "made partner" "made permanent" "head of department" seniority "senior role" "senior position"
career_change < job: "change careers" "changed careers" "career change" "new job" "change jobs" "changed jobs" "switch jobs" "switched jobs"
previous_job < job: "previous job" "old job" "former job" "used to work" "last job" "former employer" "previous employer" "worked as" "worked for"
first_job < job: "first job" apprentice apprenticeship trainee
job_search < job: "job search" "job hunting" "looking for work" "looking for a job" vacancy vacancies "job offer" applicant headhunter recruiter jobseeker
job_application < job_search: apply applied applying cv resume "cover letter" curriculum "job application" applies applications "apply for a job" "covering letter" "application form" "applied to"
job_interview < job_search: interview interviewed interviewer "job interview" interviews "video interview" "phone interview" "assessment centre" "selection day" "trial day"
unemployed < work: unemployed unemployment jobless "out of work" "between jobs" jobseeker
dismissal < work: sacked redundant redundancy "laid off" "lay off" layoff layoffs dismissed "lost my job" "let go" "got fired" "was fired" "been fired" "fired from"
resign < work quit: resign resigned resignation "quit my job" "hand in my notice" "notice period" "gave notice" "left the company" resigning quitting "leave the company" "leave the firm" "leave my job" "handed in my notice" "handed in her notice" "handed in his notice"
retirement < work: retire retired retiring retirement pension pensioner "early retirement"
internship < job: internship intern "work placement" "work experience" traineeship internships interns placement "trainee programme" "summer job"
self_employed < work: freelance freelancer freelancing "self employed" contractor selfemployed gig
business_owner < self_employed company_business: entrepreneur founder cofounder "own business" "own company" "co founder" "small business" "family business" owner
employment_contract < work: "employment contract" "fixed term" probation "probation period" permanent "work contract" "temporary contract"
annual_leave < work: "annual leave" "days off" "paid leave" "vacation days" "holiday allowance" sabbatical "time off" "out of office" pto "paid time off" "holiday days" "holiday entitlement" "vacation time" "leave days" "days of leave" "days of annual leave" "days of holiday" "days of vacation" "vacation leave" "day off" "take off" "takes off" "book off" "booked off" "leave is granted" "unpaid leave" "time in lieu" "leave request"
trade_union < work: union "trade union" strike "labor union" "works council"
business_meeting < meeting work: "team meeting" standup "stand up" "staff meeting" "board meeting" "one on one" "performance review" "weekly meeting"
meeting: meeting meetings conference "conference call" "video call" zoom agenda
deadline < time: deadline deadlines "due by" overdue "due date" "hand in" submit submits submitted submission submissions "due on" "due in" "due next" "due tomorrow" "due soon" "is due" "are due" "handed in" "hands in" "turn in" "turned in" "hand it in" "cut off date" "closing date" "time limit" "final date" "last date" "must be finished" "has to be finished" "must be done" "has to be done" "no later than" "at the latest"
presentation < work: presentation powerpoint slides slideshow "public speaking" keynote
project < work: project projects milestone deliverable deliverables
client < work: client clients customer customers clientele
business_trip < travel work: "business trip" "work trip" "business travel" "travel for work" "away on business" "client visit" "site visit"
business_card < work: "business card" "business cards" linkedin networking
team_work < work: team teamwork squad department
management < work: manage manages management managerial leadership executive director
uniform < clothes work: uniform "work clothes" "dress code" "name badge"
industry < work: industry sector branch
health_field < industry: hospital clinic healthcare patients medical medicine
education_field < industry: classroom pupils teaching lessons lectures
technology_field < industry: software programming tech startup computing silicon
finance_field < industry: banking finance accounting investment insurance
law_field < industry: legal law courtroom
building_field < industry: construction "building site" "construction site" scaffolding
manufacturing_field < industry: factory manufacturing warehouse "assembly line" workshop
transport_field < industry: logistics freight shipping cargo haulage
retail_field < industry: retail shopkeeper "department store" "shop floor"
hospitality_field < industry: catering "hotel industry" "hospitality industry" "restaurant industry"
farming_field < industry: farm farming agriculture agricultural crops harvest livestock tractor barn
arts_field < industry: studio gallery theatre "art world"
media_field < industry: newspaper newsroom publishing broadcasting "publishing house"
science_field < industry: laboratory lab research experiments
public_field < industry: "civil service" "public sector" council municipality government
energy_field < industry: "power plant" "oil rig" "wind farm" "energy company" utilities
charity_field < industry: charity nonprofit ngo "non profit"
car_industry < industry: automotive "car industry" dealership
pharma_field < industry: pharma pharmaceutical biotech
advertising < industry: advertising advert adverts marketing campaign branding
consulting < industry: consulting consultancy consultant
real_estate < industry: "real estate" "property market" "estate agency"
payday < salary: payday "pay day" "pay slip" "gets paid" "get paid" "got paid" "paid on the" "salary comes" "wages come" "salary lands" "pay lands" "wages land" "paid thursdays" "paid fridays" "paid weekly" "paid monthly" "paid fortnightly" "salary arrives" "get my wages" "get my salary"
on_call < shift_work: "on call" "on duty" "on standby" pager "called out" "call outs" callout callouts "short notice" "call out"
performance_review < business_meeting: appraisal appraisals "annual review" "performance review" "performance appraisal" "review meeting" "feedback talk" "yearly review"
mentor < people work: mentor mentors mentored mentoring mentee "takes me under" coach coaching
side_job < job: sideline moonlight moonlights moonlighting "side job" "side hustle" "second job" "on the side" "weekend job" "odd jobs" "extra income" "extra money" "second income" "holiday job" "saturday job"
work_equipment < work: "work laptop" "work phone" "company car" "company phone" "work computer" "company laptop" "work van" "company van"
staff_training < training work: onboarding "induction day" "training day" "refresher course" "first aid course" "safety training" "in house training"
safety_gear < work: "hard hat" "safety boots" "safety shoes" "steel toe" "hi vis" goggles overalls
timesheet < working_hours: timesheet timesheets "time sheet" "time tracking" "logs hours" "time card" "overtime hours"
work_travel < commute: "company shuttle" "shuttle bus" "car to work" "bike to work" "walk to work"
work_clothes_rule < workplace: "dress code" "business casual" "office wear"
union_work < trade_union: "shop steward" "union rep" "union member" "collective agreement"
teamwork_meeting < business_meeting: "all hands" "town hall meeting" "morning meeting" "daily meeting" "sprint planning" retrospective "monday meeting"
pay_deal < salary: "thirteenth month" "holiday pay" "christmas bonus" "overtime pay" tips gratuity commission
work_goal < goal work: "career goal" "career plan" "career aim" "career move" "next career" "dream job" "move into management" "own practice"
`
