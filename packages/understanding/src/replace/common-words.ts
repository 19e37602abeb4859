/*
 * How common a word is in what people say of their lives, as stems: counted in 1,491 statements of twelve people, invented
 * ones and speakers of public dialogues. A word that two statements share says little about both if many have it.
 */

/** In at least 2.5, .8 and .26 % of the statements, and of at least three people. */
const CLASSES = [
  'appreciat believ book community dur enjoy express family feel find found friend gam help kid last lik lov ' +
    'mention motivat other paint play shar start stay support trip try valu work',
  'acknowledg advic art ask attend awesom beach better big bond bring calm camp car challeng chang charity class ' +
    'consider cook creat differenc different dog dream driv eat emphasiz encourag especially event excit ' +
    'experienc explor favorit felt focus food fun goal good great group hav health hik himself hom homeless impact ' +
    'importanc improv inspir interest issu job join journey joy learn leav lif liv local look los mak meet memory ' +
    'moment natur novel offer onlin organiz part passion peac peopl pictur plan positiv progress project provid read ' +
    'receiv recommend record relax remind road run school see shelter show small special spend story strength stress ' +
    'suggest supportiv tak team through together tough visit volunteer want watch world writ yoga younger',
  'activity admir adopt adventur advis agre aim aliv always amaz another anyth appointment appreciation assistanc ' +
    'balanc bas basic beauty becom behind belief best bik birthday bit blood born both break brok brother build busy ' +
    'buy card career cat caus celebrat chat cherish child childhood chill city clos closer club collect com concert ' +
    'confidenc congratulat connect connection continu conversation country cousin creativ dad dark daughter determin ' +
    'determination development die died discuss do doctor drink due effort encouragement energy english environment ' +
    'epic escap euro even everyon everyth excitement exercis fac fan fear few film first fish fitness flexibility fly ' +
    'forward french friendship fulfil futur gain giv gp grateful gratitud growth guitar gym hall happiness happy hard ' +
    'head hear hit hobby hold hop hurt husband idea if important includ inspiration involv key kne lak lead lesson ' +
    'lift light littl long loss lucky many market marry meal mean mental mentor mind mother motivation mountain mov ' +
    'movy music near nearby need never number oneself open opportunity organization outdoor outsid overwhelm parent ' +
    'park parking participat particularly passionat pay peaceful personal phon photo physical plac pos power practic ' +
    'pressur process proud pursu push reach realiz refresh regard resourc return reward rid right ring rock rol ' +
    'routin second seek sell sens serv set setback seven sho shoe showcas sign significant sister six siz someon ' +
    'someth son sourc spoken spot stand step strong struggl study stun sunset surround swim tablet talk tap teach ' +
    'test therapy think tip tool touch toward trail train tranquil travel trophy troubl turn twic typ under ' +
    'understand unity used view walk water wear wed wedding well whol wil win woman workout',
]

const CLASS: ReadonlyMap<string, number> = new Map(
  CLASSES.flatMap((words, index) => words.split(' ').map((word) => [word, index] as const)),
)

/** How rare a stem is: 0 for the most common words, 1 for all that are not listed. */
export function rarityOf(stem: string): number {
  return (CLASS.get(stem) ?? CLASSES.length) / CLASSES.length
}
