/** Wide concepts of everyday life. */
export const EVERYDAY = `
sleep < health: sleep asleep slept sleeping
sleep_disorder < sleep condition: insomnia insomniac "sleep disorder"
appointment < time: appointment appointments
insurance < money: insurance insured insure insurer
quit: quit stop stopped "give up" "no longer" "not any more"
gambling: gambling gamble gambler casino betting
christmas < holiday: christmas xmas
bus < travel: bus buses
holiday < travel: holiday holidays
housing < home: housing apartment
travel: travel travelled traveling travelling
cost < money: cost costs price
debt < money: debt debts loan
place: place places location
art: art arts artwork
music: music musical
law: law laws legal
sport: sport sports
communication: communicate communication
animal: animal animals
games: game games
politics: politics political
car < travel: car cars
taxi < travel: taxi uber
train < travel: train trains rail
aeroplane < travel: plane aeroplane airplane
ship < travel: ship ships
flower: flower flowers
hotel < travel: hotel hotels
sewing: sew sewing
cleaning < home: clean cleaning
gardening: garden gardening
fishing: fishing angling
forest: forest woods woodland
writing: write writing written
photography: photo photos photography
film: film films movie movies
dance: dance dancing
museum: museum museums
fashion: fashion fashionable
party: party parties celebration
religion: religion religious
jewellery: jewellery jewelry
judaism < religion: jewish judaism
islam < religion: muslim islam
emotion: emotion emotions feelings
home: home house
rent < home: rent rented rental
money: money cash
crime: crime criminal
income < money: income earnings
time: time times
clothes: clothes clothing
`
