import { words } from './words.ts';

/** Words that carry no content of their own, in the languages that the evidence check reads closely. */
const lists: Record<string, string> = {
  en: `a about after all also am an and any are as at be because been before being but by can could did do does doing
    don down during each few for from further get had has have having he her here hers him his how i if in into is it
    its just let like ll may me might more most must my need no nor not now of off on once only or other our out over
    own re s same shall she should so some such t than that the their them then there these they this those through to
    too under until up us ve very was we were what when where which while who whom why will with would yes you your`,
  de: `aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei bin bis bist da damit dann
    das dass dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
    einen einer eines er es etwas fuer für gegen hab habe haben hat hatte hatten hier ich ihm ihn ihr ihre ihrem ihren
    im in ist ja jede jedem jeden jeder jetzt kann kein keine können könnte mal man mehr mein mich mir mit muss müssen
    nach nicht noch nun nur ob oder ohne schon sehr sein seine sich sie sind so soll sollen sollte über um und uns unser
    unsere unter vom von vor war waren was weil wenn wer werde werden wie wieder will wir wird wo wollen wurde würde zu
    zum zur zwischen`,
  fr: `à ai alors après au aussi autre aux avant avec avoir c ça car ce cela ces cet cette chez comme d dans de des deux
    doit donc du elle elles en encore entre est et été être eu eux faire fait il ils j je l la le les leur leurs lui m
    ma mais me même mes moi mon n ne nos notre nous on ont ou où par pas peu peut plus pour qu quand que qui s sa sans
    se sera ses si son sont sous sur t ta te tes toi ton tous tout toute très tu un une va vers vos votre vous y`,
  es: `a al algo ante antes aquí así aún cada como con contra cual cuando de del desde donde dos el ella ellas ellos en
    entre era es esa ese eso esta está estamos están este esto estos fue ha había hace hacer han hasta hay la las le les
    lo los más me mi mientras muy nada ni no nos nosotros o otra otro para pero por porque puede que quien se sea ser si
    sí sin sobre solo son su sus también tan te tiene todo todos tu un una uno va vamos y ya yo`,
  pt: `a ainda ao aos as até com como da das de dela dele depois do dos e é ela elas ele eles em entre era essa esse esta
    está este eu foi há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós nossa nosso num o os
    ou para pela pelo por porque quando que quem se sem ser será seu seus só sua são também te tem tudo um uma vai vamos
    você vocês`,
  ru: `а без более бы был была были было быть в вам вас весь во вот все всё вы да для до его ее её если есть еще ещё же
    за здесь и из или им их к как ко когда кто ли либо мне может мы на надо наш не него нее нет ни них но ну о об
    однако он она они оно от по под при с со так также такой там те тем то того тоже той только том ты у уже хотя чего
    чей чем что чтобы эта эти это этот я`,
};

const stopwords = new Set(Object.values(lists).flatMap(words));

/** `word` folded. */
export function isStopword(word: string): boolean {
  return stopwords.has(word);
}
