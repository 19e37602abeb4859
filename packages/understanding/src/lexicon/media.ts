/** Books, films, series, music, instruments, games and art. */
export const MEDIA = `
book: book books paperback hardcover bestseller bookshop bookstore ebook
reading < hobby book: read reads reading reader "book club" bookworm kindle
book_club < reading: "book club" "reading group" goodreads
author < book: author authors novelist writer poet
novel < book: novel novels fiction novella
crime_novel < novel: "crime novel" "detective novel" "murder mystery" whodunit "crime fiction" sherlock "agatha christie"
thriller < film book: thriller thrillers suspense
fantasy < book film: fantasy tolkien hobbit dragons wizards "harry potter" "lord of the rings"
science_fiction < book film: scifi "sci fi" "science fiction" "star wars" "star trek" dystopian dystopia
romance_novel < novel: "romance novel" "romance novels" "love story" "jane austen" romcom
historical_novel < novel: "historical novel" "historical fiction"
classic_books < novel: dickens tolstoy shakespeare "classic literature"
non_fiction < book: nonfiction "non fiction" "self help"
biography < book: biography autobiography memoir memoirs
poetry < book: poem poems poetry poet verse
audiobook < book: audiobook audible audiobooks
comic < book: comic comics manga "graphic novel" marvel superhero superheroes
childrens_book < book child: "picture book" "bedtime story" "bedtime stories" "children's book" "fairy tale" "fairy tales"
news < media: news newspaper newspapers headline headlines "current affairs"
magazine < media: magazine magazines
media: media press broadcast "mass media"
podcast < media: podcast podcasts
radio < media: radio "radio station"
television < media: tv television telly "television channel"
film < media: film films movie movies cinema
cinema < film: cinema cinemas "movie theater" "movie theatre" "box office" oscars
film_director_person < film: "film director" "movie director" filmmaker tarantino spielberg hitchcock scorsese
actor_person < film: actor actors actress actresses
comedy < film television: comedy comedies sitcom comedian "stand up comedy" romcom
horror_film < film: horror zombie vampire "scary movie" "scary movies" "scary film"
action_film < film: "action movie" "action film" "james bond" blockbuster
western_film < film: "western film" cowboy
documentary < film television: documentary documentaries attenborough
animation < film: animation animated cartoon cartoons pixar anime ghibli "disney film"
drama < film television: "period drama" "costume drama" melodrama
series < television: series sitcom episode episodes "tv show" "tv series" binge netflix
soap_opera < series: "soap opera" telenovela
reality_show < series: "reality show" "reality tv" "love island" "talent show"
quiz_show < series: "quiz show" "game show"
crime_series < series: "crime series" "crime drama" "true crime"
streaming < media subscription: netflix hulu streaming "prime video" "disney plus" hbo
theatre < art: theatre theater broadway playwright
musical_show < theatre music: musical musicals "west end"
opera < theatre music: opera operas verdi puccini
circus < theatre: circus acrobat clown
magic_show < hobby: magician "magic tricks" "magic trick" conjuring
art: art arts artwork artistic
painting < art hobby: painting paintings painter watercolour watercolor easel "oil painting" acrylics
drawing < art hobby: draw drawing drawings sketch sketching doodle
sculpture < art: sculpture sculptor statue
famous_art < art: picasso monet rembrandt "van gogh" impressionism "modern art" "contemporary art"
music < art: music musical musician
favourite_music < music: "music taste" "taste in music" "kind of music" "music genre"
song < music: song songs lyrics tune playlist spotify anthem
album < music: album albums vinyl "record player" cd
band < music: band bands "boy band" "music group"
singer < singing: singer singers vocalist songwriter "singer songwriter"
concert < music event: concert concerts gig gigs "live music" orchestra
festival < event: festival festivals glastonbury coachella "music festival"
rock_music < music: "rock music" "rock band" grunge "punk rock" punk beatles "led zeppelin"
pop_music < music: "pop music" "pop song" "pop star" "taylor swift" abba
heavy_metal < music: "heavy metal" metallica metalhead "metal music"
classical_music < music: "classical music" symphony philharmonic mozart beethoven bach chopin baroque concerto
jazz < music: jazz saxophonist "blues music"
hip_hop < music: rap rapper "hip hop" hiphop
electronic_music < music: techno edm dj "electronic music" "house music" "drum and bass" trance
folk_music < music: "folk music" "country music" bluegrass "folk song"
reggae < music: reggae ska
soul_music < music: "soul music" rnb funk motown gospel
kpop < music: kpop "k pop" bts
singing < music hobby: sing sings singing sang sung karaoke
choir < singing: choir choirs chorus choral "a cappella" alto soprano tenor baritone
instrument < music: instrument instruments "musical instrument"
piano < instrument: piano pianist "grand piano"
pipe_organ < instrument: organist "church organ" "pipe organ" accordion
guitar < instrument: guitar guitars guitarist ukulele banjo
bass_guitar < instrument: "bass guitar" bassist
violin < instrument: violin viola violinist fiddle
cello < instrument: cello cellist "double bass"
drums < instrument: drum drums drummer percussion "drum kit"
flute < instrument: flute flutist piccolo
clarinet < instrument: clarinet oboe bassoon
saxophone < instrument: saxophone sax
trumpet < instrument: trumpet trombone tuba "french horn"
harp < instrument: harp harmonica bagpipes
music_lessons < lesson music: "music lessons" "piano lessons" "guitar lessons" "violin lessons" "singing lessons" "music teacher"
orchestra < music: orchestra conductor ensemble quartet
games: game games gaming gamer
video_game < games: "video game" "video games" "computer game" "computer games" minecraft fortnite zelda roblox "super mario" esports
games_console < video_game: playstation xbox nintendo "games console" "game console" ps5 "steam deck"
board_game < games: "board game" "board games" monopoly scrabble catan "game night" "games night"
card_game < games: "card game" "card games" poker solitaire rummy "playing cards"
chess < board_game: chess checkers backgammon checkmate
puzzle < games: puzzle puzzles jigsaw crossword crosswords sudoku wordle riddle
role_playing < games: "role playing game" "dungeons and dragons" larp warhammer
pub_quiz < games: "pub quiz" "quiz night" trivia
dice < games: dice
`
