/** Days, seasons, holidays and other times. */
export const CALENDAR = `
time: clock oclock schedule timetable "time of day" "what time"
minute < time: minute minutes seconds
hour < time: hour hours hourly
day < time: day days daily everyday
week < time: week weeks weekly fortnight
month < time: month months monthly
year < time: year years yearly annual annually
decade < time: decade decades century
morning < day: morning mornings dawn "first thing"
noon < day: noon midday "lunch break" lunchtime
afternoon < day: afternoon afternoons
evening < day: evening evenings tonight dusk
night < day: night nights midnight overnight
weekdays < day: monday tuesday wednesday thursday friday weekday weekdays workdays "working day" "working days"
weekend < day: saturday sunday weekend weekends
months < month: january february april june july august september october november december
today < day: today tonight "this morning" "this afternoon" "this evening"
tomorrow < day: tomorrow
yesterday < day: yesterday "last night"
date < time: date dates "what day"
season < time: season seasons seasonal
spring < season: springtime "in spring" "last spring" "next spring" "this spring"
summer < season: summer summers summertime midsummer
autumn < season: autumn autumnal "in the fall" "fall season" "last fall" "next fall" "this fall"
winter < season: winter winters wintertime
past < time: ago formerly previously "used to" "in the past" "back then" "last year"
future < time: future upcoming someday "next year" "one day" "in the future" "coming up" "comes up" "next month" "next week" soon
always < frequency: always constantly "all the time" "every time"
frequency: frequency "how often" "every day" "every week" "once a week" "twice a week"
often < frequency: often frequently regularly usually normally
rarely < frequency: rarely seldom occasionally sometimes "now and then" "from time to time"
never < frequency: never "not once" "at no time"
early < time: early earlier
late < time: late later latecomer overdue unpunctual
punctual < time: punctual punctuality "on time" "in time"
waiting < time: wait waits waited waiting
duration: duration "how long" "since when" lasted lasting
reminder < time: remind reminds reminded reminder reminders "don't forget" "remember to"
calendar < time: calendar calendars diary planner "google calendar"
routine < habit: routine routines ritual "daily routine" "morning routine" "evening routine"
habit: habit habits habitual "every morning" "every evening" "tends to"
public_holiday < time: "bank holiday" "public holiday" "national holiday" "holiday season"
christmas < public_holiday christianity: christmas xmas santa "christmas tree" "christmas eve" advent nativity "father christmas" "secret santa"
new_year < public_holiday: "new year" "new years" "new year's eve" "new year's day" hogmanay silvester
easter < public_holiday christianity: easter "good friday" "easter bunny" "easter egg"
halloween < public_holiday: halloween "trick or treat" "trick or treating"
thanksgiving < public_holiday: thanksgiving
valentines_day < public_holiday: "valentine's day" "valentines day" valentine valentines
mothers_day < public_holiday mother: "mother's day" "mothers day" "mothering sunday"
fathers_day < public_holiday father: "father's day" "fathers day"
independence_day < public_holiday: "independence day" "fourth of july" "bastille day" "guy fawkes" "bonfire night"
st_patricks_day < public_holiday: "st patrick's day" "saint patrick's day" "st patricks day"
carnival < public_holiday: carnival "mardi gras" karneval
hanukkah < public_holiday judaism: hanukkah chanukah menorah
passover < public_holiday judaism: passover pesach "yom kippur" "rosh hashanah"
ramadan < public_holiday islam: ramadan ramadhan iftar suhoor
eid < public_holiday islam: eid "eid al fitr" "eid mubarak"
diwali < public_holiday hinduism: diwali deepavali holi
chinese_new_year < public_holiday: "chinese new year" "lunar new year" "spring festival"
lent < christianity: "ash wednesday" "for lent" "during lent"
new_years_resolution < goal new_year: "new year's resolution" "new years resolution" resolution resolutions
goal: goal goals aim aims target objective ambition aspire
plan: plan plans planned planning intend intends intention arrange arranged
wish: wish wishes wished hope hopes hoping dream dreams "would love to" "looking forward"
expiry < time: expire expires expired expiry expiration "valid until" "runs out" lapse lapses lapsed expiring "run out" "ran out" "running out" "valid till" "is valid" "valid to" "valid through" "good until" "good for another" "best before" "ends on" "up for renewal" validity "out of date" "use by"
renewal < expiry: renew renews renewed renewing renewal renewals "be renewed" "extended until" "renews itself" "auto renew"
appointment_time < time: "booked for" "scheduled for" "pencilled in" "in the diary" "in my diary" "in the calendar"
short_notice < time: "at short notice" "last minute"
`
