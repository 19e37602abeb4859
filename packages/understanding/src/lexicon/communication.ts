/** Communication, style of answers and everyday help. */
export const COMMUNICATION = `
communication: communicate communicates communication communicating
answer: answer answers answered reply replies replied respond response responses
question: question questions ask asks asked asking
answer_style < communication: "answer style" "how to answer" "style of answers" "way to answer"
short_answer < answer_style: brief briefly concise concisely succinct "to the point" "keep it short" "short answers" "short answer" "short replies" "brief answers" "concise answers" "short and sweet"
long_answer < answer_style: detailed detail details thorough "in depth" lengthy elaborate "long answers" "long answer" "long replies" "detailed answers"
bullet_points < answer_style: bullet bullets "bullet points" "bullet point" "numbered list"
step_by_step < answer_style: "step by step" instructions walkthrough tutorial
examples < answer_style: example examples
simple_language < answer_style: jargon "plain english" "simple language" "simple words" "plain language" "easy to understand"
tone < communication: tone "tone of voice" sarcasm sarcastic
formal < tone: formal formally courteous "last name basis" "polite tone" "polite language" "be polite" "formal language"
informal < tone: informal informally casual casually "first name" slang
friendly < tone: "small talk" pleasant "friendly tone" "be friendly" "warm tone"
humorous < tone: humorous humour humor jokes joking playful
direct < tone: direct directly blunt straightforward honest "no fluff" "straight to the point"
encouraging < tone: encouraging supportive reassuring
emoji < communication: emoji emojis smiley smileys emoticon emoticons
swearing < tone: swear swears swearing profanity "swear words" cursing
answer_language < communication: "answer in" "reply in" "respond in" "speak to me in" "write to me in" "preferred language"
translation < language: translate translated translation translations translator
metric_units < measure: metric celsius kilometres kilograms "metric units" "metric system"
imperial_units < measure: imperial fahrenheit "imperial units" inches "imperial system"
date_format < communication: "date format" "24 hour" "12 hour" "24 hour clock"
assistant: assistant chatbot "virtual assistant" bot
assistant_name < assistant: "call yourself" "your name is" "your name"
spelling < writing: spelling spell typo punctuation "british spelling" "american spelling"
table_format < answer_style: markdown headings "as a table" "in a table"
sources < answer_style: citation citations cite "source links" "with sources"
speak < communication: speak speaks spoke spoken talk talks talked talking conversation chat chatted discuss discussed discussion
explain < communication: explain explains explained explanation describe described
advice < communication: advice advise advised recommend recommends recommended recommendation suggest suggested suggestion
compliment < communication: compliment compliments praise praised
criticism < communication: criticise criticize criticism critique feedback
complain < communication: complain complains complained complaint complaints
apologise < communication: apologise apologize apology sorry forgive forgiven
thank < communication: thank thanks thanked "thank you"
greet < communication: hello greeting greetings welcome goodbye farewell
call_phone < communication phone: call calls called phoned dial voicemail "phone call" "rang me" "ring me" "rang up" "ring up" "do i call" "do i ring" "who to call" "who to ring" "should i call" "should i ring" "do i phone" "on the phone to" "give a ring" "do i contact" "who to talk to"
send < communication: send sends sent posted
letter < communication: letter letters envelope stamp "post office" mail postcard
meet < social_life: meet meets met meeting "meet up" "catch up"
visit < social_life: visit visits visited visiting "come over" "came over" "drop by" "stop by" "stay with"
invite < social_life: invite invites invited inviting
help < communication: help helps helped helping support supported
care_for < help: "care for" "cares for" "take care" "takes care" "look after" "looks after" "looked after"
permission: permission allow allowed permit permitted consent
lie < communication: lied lying liar dishonest "told a lie" "tell lies"
gossip < communication: gossip rumour rumor rumours
`
