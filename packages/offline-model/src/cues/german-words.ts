import { wordSet } from './language-cues.ts';

/** Function words, and the small change of meetings. */
export const GERMAN_STOPWORDS = wordSet(`
ab aber abends ach alle allem allen aller alles allerdings als also am an andere anderen anderer anderes ans auch auf aus außer außerdem
bald bei beide beiden beim bereits besser bestimmt bevor bin bis bisschen bist bitte brauche brauchen braucht da dabei dadurch dafür dagegen daher dahin
damals damit danach daneben danke dann daran darauf daraus darf darin darüber darum darunter das dass davon davor dazu dein deine dem den denke denn dennoch
der deren des deshalb dessen desto deswegen dich die dies diese diesem diesen dieser dieses dinge ding dir doch dort drei du durch dürfen eben ebenfalls eher eigentlich ein
eine einem einen einer eines einfach einige einigen einmal eins entweder er erst erste ersten es etwa etwas euch euer eure fast finde finden für ganz ganze ganzen gar geben gegen
gehabt geht gehen gemacht genau genug gerade gern gerne gesagt gewesen gibt ging glaube gleich gut gute guten hab habe haben habt halt hast hat hatte hatten hätte hätten
heißt her herr frau heute heutige hi hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins irgendwie irgendwo irgendwas ist ja jede jedem jeden jeder jedes
jemand jetzt kann kannst kein keine keinem keinen keiner klar könnt könnte könnten können komme kommen kommt kurz lange lassen lasst letzte letzten leute mach mache machen macht mal man manche
manchmal mehr mein meine meinem meinen meiner meinst mich mir mit möchte möchten mögen morgen müssen müsste muss musst na nach nachdem nächste nächsten nächster nächstes naja natürlich neben
nehmen nein nicht nichts nie niemand nimmt noch nochmal nun nur ob oder oft ohne okay ok paar quasi raus recht rein richtig rüber rund sachen sache sag sage sagen sagt schau
schauen schon sehe sehen sehr sei sein seine seinem seinen seiner seit selber selbst sich sicher sie sieht sind so sogar solche solchen soll sollen sollte sollten sollst sonst
sowas soweit sowie sozusagen später steht stelle super teil total tun tut über überhaupt um und uns unser unsere unserem unseren unserer unter viel viele vielen vielleicht vier vom von vor
vorher während wann war waren warum was weg wegen weil weiß weiter weitere welche welchem welchen welcher welches wenig weniger wenn wer werde werden werdet weshalb wie wieder wieso will wir
wird wirklich wirst wo wobei wohl wollen wollt wollte wollten worden würde würden wurde wurden ziemlich zu zuerst zum zur zurück zusammen zwar zwei zwischen äh ähm öhm hm mhm tja zeit
tag tage woche wochen monat jahr uhr minute minuten moment frage fragen punkt thema beispiel grund fall seite montag dienstag mittwoch donnerstag freitag samstag sonntag ende anfang
hallo tschüss prima perfekt toll schön alright stimmt einverstanden
`);

export const GERMAN_NO_TITLE = wordSet(
  'art arten bereich dank eindruck ergebnis fragen freitags gedanke idee ideen leute mensch menschen problem probleme richtung runde sinn stück weise wort worte ahnung',
);
