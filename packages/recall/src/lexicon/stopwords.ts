/**
 * Function words by language, in normal form. Queries weigh them lightly, and they reveal the language of a text. The
 * lists are short: idf takes care of words that are somewhat rarer.
 */
export const FUNCTION_WORDS = {
  en: `a about after again all also am an and any are as at be because been before being between both but by can could
    did do does doing done down during each either else ever every few for from further get gets getting go goes going
    got had has have having he her here hers herself him himself his how i if in into is it its itself just let like
    ll lot many may me might more most much must my myself neither no nor not now of off on once one only onto or
    other our ours ourselves out over own please quite rather re really s same shall she should since so some such t
    than that the their theirs them themselves then there these they thing things this those through to too under
    until up upon us ve very was we well were what whatever when where whether which while who whom whose why will
    with within without would yes yet you your yours yourself yourselves cannot dont doesnt didnt ca wo ain im ive
    id`,
  de: `aber alle als also am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den denn der
    des dich die dies diese dieser dieses dir doch du durch ein eine einem einen einer eines er es euch euer fur gegen
    habe haben hast hat hatte hier ich ihm ihn ihr ihre im in ist ja jede jeden jeder jedes jetzt kann kein keine man
    mein meine meinem meinen meiner mich mir mit nach nicht noch nur ob oder ohne sehr sein seine seit sich sie sind
    so uber um und uns unser unter vom von vor wann war waren warum was wegen weil welche welcher welches wenn wer
    werden wie wieder wir wird wo zu zum zur`,
  fr: `ai alors as au aussi aux avec avez avons c ce ces cet cette chez comme comment d dans de des donc dont du elle
    elles en est et etre eu eux il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne nos notre
    nous on ont ou par pas plus pour pourquoi qu quand que quel quelle quelles quels qui s sa sans se ses si son sont
    sous sur t ta te tes toi ton toujours tous tout toute tres tu un une va vos votre vous y`,
  es: `a al algo ante antes aqui asi aun como con cual cuales cuando cuanto de del desde donde dos e el ella ellas
    ellos en entre era es esa ese eso esta estan estar este esto estoy fue ha han hasta hay la las le les lo los mas
    me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero por porque que quien se sea ser si siempre
    sin sobre son soy su sus tambien tan te tengo ti tiene todo todos tu tus un una unas uno unos y ya yo`,
  pt: `a ao aos aquela aquele aqui as ate com como da das de dele dela depois do dos e ela elas ele eles em entre era
    essa esse esta estao estar estou eu foi ha isso isto ja lhe lo mais mas me mesmo meu meus minha minhas muito na
    nao nas nem no nos nossa nosso num numa o onde os ou para pela pelo por porque qual quando que quem sao se sem ser
    seu seus so sobre sou sua suas tambem te tem tenho ter teu toda todo todos tu tua um uma umas uns voce`,
  it: `a ad agli ai al alla alle anche c che chi ci come con cosa cui d da dal dalla dei del della delle di dove e ed
    era gli ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mie mio miei molto ne nei nel nella no noi non
    o per perche piu quale quando quanto quella quello questa questo se sei si sono su sua sue suo tra tu tua tuo un
    una uno vi voi`,
  nl: `aan al als altijd bij dan dat de deze die dit door dus een en er ga geen had hebben heb heeft het hier hij hoe
    hun ik in is je jij jouw kan maar me meer met mij mijn na naar niet nog nu of om omdat onder ons onze ook op over
    te tot u uit van veel voor waar waarom wanneer was wat we wel welke wie wij worden wordt zal ze zich zij zijn zo`,
  ru: `а без был была были было быть в вам вас весь во вот все всегда всего вы где да для до его ее если есть еще же за
    здесь и из или им их к как какая какие какой когда кто ли мне меня мои мой моя моего моей моих мы на над нам нас не
    него нее нет ни но ну о об он она они оно от очень по под почему при с сейчас со так также там то тоже только ты у
    уже чем чего что чтобы эта эти это этот я`,
} as const satisfies Record<string, string>

/**
 * Words in other languages' lists that are English words or single letters, too. They are no evidence of a language.
 */
export const SHARED_WITH_ENGLISH = `a ad ai all also am an as ate bin come dal dan den die do door dos dove e era fur had
  hat he i in is j l m main man me met mine more n no not o of on over per plus pour s sea sin so son soy sue sur t tan ten
  to u uber van war was we will y c d`
