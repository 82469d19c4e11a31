import { GERMAN_DUE } from './german-due.ts';
import { germanTasks } from './german-tasks.ts';
import { GERMAN_NO_TITLE, GERMAN_STOPWORDS } from './german-words.ts';
import {
  opening,
  phrase,
  removable,
  run,
  stemByPrefix,
  wordSet,
  type LanguageCues,
} from './language-cues.ts';
import { GERMAN_NUMBERS } from './number-words.ts';

/** Longer compounds that share these first letters mean much the same in one meeting. */
const stem = stemByPrefix(8);

export const german: LanguageCues = {
  language: 'de',
  stopwords: GERMAN_STOPWORDS,
  stem,
  numberWords: GERMAN_NUMBERS,
  participle: null,
  noTitle: new Set([...GERMAN_NO_TITLE].map(stem)),
  nounsAreCapitalised: true,
  fillers: removable`äh+m*|öh+m*|hm+|mhm|ähem|sozusagen|quasi|irgendwie`,
  leadIns: run`
      also|und|aber|ja|na ja|naja|gut|okay|ok|so|genau|denn|oder|nun|tja|ach|prima|super|alles klar|klar
      gern|gerne
    `,
  salient: phrase`
      entscheid\p{L}+|entschied\p{L}*|beschl\p{L}+|einig\p{L}*|wichtig\p{L}*|ziel\p{L}*|problem\p{L}*
      risik\p{L}+|plan\p{L}*|budget|frist|termin\p{L}*|vorschlag\p{L}*|ergebnis\p{L}*|zusammenfassend
      projekt\p{L}*|wir müssen|wir brauchen|anforderung\p{L}*|nächste[rns]? (?:schritt|sitzung|woche)
    `,
  agenda: new RegExp(
    '(?<!\\p{L})(?:(?:lasst uns|lass uns|ich (?:möchte|würde gern)|wir (?:fangen|beginnen|starten|kommen|sprechen|reden|machen)|kommen wir|fangen wir|beginnen wir|starten wir|machen wir|sprechen wir|reden wir)(?: (?:jetzt|nun|dann|mal|kurz|bitte|zuerst|als erstes|als nächstes|weiter|an))* (?:mit|zu[mr]?|über|bei)|' +
      "(?:der |das |unser |unsere |zum |zur )?(?:nächste[rns]?|erste[rns]?|zweite[rns]?|dritte[rns]?|letzte[rns]?) (?:punkt|thema|tagesordnungspunkt|agendapunkt|top)(?: (?:ist|wäre|auf der (?:agenda|tagesordnung)(?: ist)?))?,?:?|auf der (?:agenda|tagesordnung) (?:steht|haben wir)|weiter (?:geht es |geht's )?mit)" +
      '(?: (?!(?:das|dies|dem|diesem|es|ihm|ihr|euch|uns)(?=[.?!,]|$))(?<title>[^.?!;:,]{3,60}?)(?= an[.!]|[.?!;:,]|$))?',
    'iu',
  ),
  determiners: /^(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|unser|unsere[nmr]?) /iu,
  agreementStart: opening`
      ja|jo|jep|genau|okay|ok|gut|klar|einverstanden|stimmt|passt|mach ich|mache ich|gern|gerne|super
      prima|perfekt|alles klar|in ordnung|sehr gut|machen wir|kein problem|keine einwände|dafür|richtig
      finde ich (?:gut|auch)|sehe ich (?:auch so|genauso)|von mir aus|natürlich|sicher|kann ich machen|mhm
      bin dabei|bin dafür|dann machen wir
    `,
  confirmation: phrase`
      einverstanden|abgemacht|beschlossen|so machen wir(?: das| es)?|machen wir(?: das| es)? so
      (?:das|dann) machen wir|dann ist das (?:so )?(?:beschlossen|entschieden|klar|abgemacht)
      passt (?:für mich|so|für alle)|keine einwände|bin (?:dafür|dabei|einverstanden)
      damit ist es (?:beschlossen|entschieden)|(?:klingt|finde ich|hört sich) gut(?: an)?|dafür|gekauft
      angenommen|deal|alle einverstanden|dann halten wir das (?:so )?fest
    `,
  refusalStart: opening`
      nein(?!,? (?:kein problem|passt|alles gut))|nee|ne,|nö|auf keinen fall|lieber nicht
      das (?:geht|klappt|funktioniert|schaffe ich|schaffen wir|will ich|möchte ich|kann ich) (?:so |leider |diese woche |heute )?nicht
      ich (?:bin|wäre) (?:dagegen|nicht (?:dafür|überzeugt|sicher))
      ich kann (?:das |es |da |leider )*nicht|ich (?:glaube|denke|finde) nicht|leider
      ich schaffe (?:das|es) (?:leider )?nicht|tut mir leid|sorry|besser nicht
      lasst uns (?:das |es )?(?:lieber )?nicht|moment|dagegen
      ich (?:habe|hab) (?:dafür |da |leider )?keine zeit
      ich bin (?:dann |da |ab \p{L}+ )?(?:im urlaub|nicht da|weg|krank)|das ist (?:mir )?zu
      zu (?:riskant|früh|spät|teuer)|eher nicht|nicht ich|wir (?:können|sollten) (?:das )?nicht
    `,
  reversal: phrase`
      (?:nein|doch|moment|halt|stopp),? (?:doch |lieber |lasst uns |machen wir |das |wir |lassen wir )*nicht
      (?:lasst|lassen wir|lass) (?:uns )?(?:das|es)(?: doch| lieber)?(?: nicht machen| sein| bleiben)
      doch (?:lieber |besser )?nicht|machen wir (?:das |es )?(?:doch |lieber )?nicht|vergiss (?:es|das)
      vergesst (?:es|das)|streichen wir (?:das|es)(?: wieder)?|ich nehme das zurück|planänderung
      kommando zurück|hat sich erledigt|(?:das )?ist nicht (?:mehr )?nötig|nicht mehr nötig
      brauchst du (?:doch )?nicht|das (?:machen|tun) wir (?:doch )?nicht|wir haben es uns anders überlegt
      ich habe es mir anders überlegt
    `,
  replacement:
    /^(?:(?:nein|moment|ach|hm|okay|ok|gut|sorry|halt)[,.]? )*(?:doch lieber|lieber doch|planänderung|korrektur|kommando zurück|dann (?:doch )?lieber)(?!\p{L})|(?<!\p{L})(?:stattdessen|doch lieber|lieber doch)(?!\p{L})/iu,
  negatedCourse: phrase`
      (?:doch |lieber |besser )nicht|machen wir (?:das |es )?(?:doch |lieber )?nicht|lassen wir (?:das|es)
      hat sich erledigt|nicht (?:mehr )?nötig|vergiss (?:es|das)|vergesst (?:es|das)
    `,
  politeCondition: phrase`
      wenn (?:das |es )?(?:für (?:euch|dich|alle) )?(?:okay|ok|in ordnung|recht|möglich|passt)(?: ist)?
      wenn du (?:magst|willst|kannst|möchtest|zeit hast)|wenn ihr (?:mögt|wollt|könnt|möchtet)
      wenn (?:niemand|keiner) (?:etwas )?(?:dagegen (?:hat|ist)|widerspricht)
      wenn (?:es )?keine einwände (?:gibt|mehr gibt)|falls (?:nötig|möglich|gewünscht)
      wenn ich (?:mich )?(?:richtig|recht) (?:erinnere|verstehe|liege)
    `,
  hypothetical: phrase`
      wenn|falls|angenommen|sofern|es sei denn|würden?|würdest|wäre[nt]?|hätten?|könnte[nt]?|müssten?
      sollte[nt]?(?= wir)|ob|stell(?:t)? (?:dir|euch) vor|theoretisch|im prinzip|idealerweise|zum beispiel
    `,
  tentative: phrase`
      vielleicht|eventuell|möglicherweise|könnten?|weiß nicht|nicht sicher|mal überlegen
      eine (?:option|idee|möglichkeit)|wahrscheinlich|würde
    `,
  pastTime: phrase`
      (?:letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?) (?:mal|woche|monat|jahr|quartal|sprint|sitzung|treffen|besprechung|montag|dienstag|mittwoch|donnerstag|freitag|sommer|winter|herbst|frühling)
      gestern|vorgestern
      vor (?:\d+|einem|einer|zwei|drei|vier|ein paar|einigen|mehreren) (?:tagen?|wochen?|monate?n?|jahre?n?|sprints?)
      damals|früher|ursprünglich|beim letzten mal
      im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|seinerzeit
      bereits|schon einmal
    `,
  reportedSpeech: phrase`
      (?:er|sie|man|die|ich|wir|\p{L}+) (?:hat|haben|hatte|hatten|habe)(?: \p{L}+){0,2} (?:gesagt|gemeint|versprochen|erzählt)
      (?:ich|er|sie|wir) (?:sagte|sagten|meinte|meinten|wollte|wollten|sollte|dachte|dachten|wollten)
      hatten? (?:\p{L}+ ){0,6}(?:beschlossen|entschieden|vereinbart)
      (?:der kunde|die kunden|der vorstand|die geschäftsführung|sie|er) (?:hat|haben|hatte|hatten)(?: \p{L}+){0,4} (?:entschieden|beschlossen)
      angeblich|laut
    `,
  decisions: [
    {
      pattern: phrase`
      (?:wir|alle) haben (?:uns )?(?:\p{L}+,? ){0,8}(?:beschlossen|entschieden|geeinigt|festgelegt|vereinbart)
      haben wir (?:uns )?(?:\p{L}+,? ){0,8}(?:beschlossen|entschieden|geeinigt|festgelegt|vereinbart)
      (?:wir|alle) sind uns (?:alle )?einig|wir einigen uns (?:darauf|auf)
      wir (?:beschließen|entscheiden uns|legen fest|halten fest)
    `,
      weight: 3,
      past: true,
    },
    {
      pattern: phrase`
      (?:die |unsere |damit ist die )?(?:entscheidung|beschluss) (?:ist|lautet|steht)
      der beschluss (?:ist|lautet)
      (?:das|es|damit) ist (?:das |es )?(?:beschlossen|entschieden|abgemacht|fix|gesetzt|beschlossene sache)
      (?:beschließen|entscheiden|vereinbaren) wir(?: (?:das|es|folgendes|jetzt|so))*:
      beschluss:|beschlossen:|entscheidung:|entschieden:|es bleibt (?:dabei|bei)|bleibt es bei|einstimmig
    `,
      weight: 3,
    },
    {
      pattern: phrase`
      (?:wir|dann) (?:nehmen|machen|gehen|bleiben|setzen|wählen|bleiben) (?:wir )?(?:\p{L}+ ){0,4}(?:mit|bei|auf|für)
      wir (?:nehmen|wählen|verwenden|benutzen|streichen|verschieben|behalten|starten|führen|stellen|veröffentlichen|bleiben|verzichten|setzen|wechseln|kaufen|ziehen|legen|sagen|verlegen|launchen|beenden|stoppen|erhöhen|senken|kürzen|verlängern|beauftragen|stellen|machen|gehen)(?! (?:das|es|uns)? ?(?:gerade|aktuell|momentan|schon|immer|bisher|oft))
    `,
      weight: 1.8,
    },
    {
      pattern: phrase`
      (?:dann |also |gut,? |okay,? )+(?:nehmen|machen|gehen|bleiben|setzen|wählen|verwenden|streichen|verschieben|behalten|starten|führen|stellen|legen|verlegen|launchen|veröffentlichen|verzichten|wechseln|kaufen|sagen) wir
      (?:lasst uns|lass uns) (?:\p{L}+ ){0,8}(?:nehmen|machen|verschieben|streichen|behalten|bleiben|verwenden|nutzen|starten|beginnen|einführen|veröffentlichen|verzichten|wechseln|kaufen|setzen|gehen|launchen|verlegen|festlegen)
    `,
      weight: 2,
    },
    {
      pattern: phrase`
      wir werden (?:\p{L}+ ){0,10}(?:nehmen|machen|verschieben|streichen|behalten|bleiben|verwenden|nutzen|starten|einführen|veröffentlichen|verzichten|wechseln|kaufen|setzen|umstellen|launchen|einstellen)
    `,
      weight: 2,
    },
    {
      pattern: phrase`
      ich (?:schlage vor|würde vorschlagen|plädiere (?:dafür|für)|bin dafür|bin für)
      mein vorschlag (?:ist|wäre)|(?:sollen|sollten|wollen|können) wir|wir (?:sollten|könnten)
      wie wäre es(?: mit)?|wie wär's(?: mit)?|warum (?:nehmen|machen|gehen) wir nicht
    `,
      weight: 1,
    },
    {
      pattern: phrase`endgültig|definitiv|statt|stattdessen|ab sofort|von nun an|auf jeden fall`,
      weight: 0.6,
    },
  ],
  procedural: phrase`
      (?:fangen|beginnen|starten|kommen|gehen|machen|schauen|hören|sprechen|reden|sehen) wir (?:das |es |jetzt |nun |dann |später |mal |kurz |bitte |gleich |beim nächsten mal )*(?:an|mit|darauf zurück|kurz|zu[mr]?|weiter|über|eine (?:pause|runde)|uns|mal|schluss|später)
      (?:lassen|halten) wir (?:das|es|die frage|den punkt|die entscheidung)(?: \p{L}+){0,3} (?:offen|kurz)
      (?:das|es|die frage|den punkt) (?:lassen|halten) wir(?: \p{L}+){0,3} (?:offen|kurz)
      wir (?:lassen|halten) (?:das|es|die frage|den punkt)(?: \p{L}+){0,3} (?:offen|kurz)
      fassen wir uns kurz|halten wir uns kurz|(?:besprechen|vertagen|verschieben) wir (?:das|es) (?:auf )?(?:später|(?:beim )?nächste[sn]? mal|nächste woche|nachher|in der nächsten)
      (?:darauf|dazu) kommen wir
      (?:lasst|lass) uns (?:\p{L}+ ){0,5}(?:offen ?lassen|kurz ?halten|kurz ?fassen|zurückkommen|vertagen|pause machen|weitergehen|fortfahren|einsteigen|loslegen)
      lasst uns (?:\p{L}+ ){0,4}(?:anfangen|beginnen|starten|weitermachen|reden|sprechen|schauen|hören|diskutieren|besprechen)
      (?:wir machen|machen wir) (?:[\p{L}\d]+ ){0,4}pause|(?:halten wir|wir halten) (?:die|das|diese|unser\p{L}*) (?:sitzung|besprechung|treffen|meeting|runde) (?:\p{L}+ )?kurz
      wir (?:sehen|hören|treffen|sprechen) uns|machen wir (?:eine )?(?:pause|schluss|weiter)
      wir (?:kommen|gehen) (?:jetzt |nun |dann )?(?:zu[mr]?|weiter)|wir fangen an|sagen wir mal
    `,
  undecided: phrase`
      (?:noch )?nicht (?:beschlossen|entschieden|geklärt|festgelegt|klar)|(?:noch )?keine entscheidung
      (?:müssen|sollten|können|wollen|werden) (?:wir )?(?:\p{L}+ ){0,5}(?:entscheiden|beschließen|klären|festlegen|überlegen|diskutieren)
      entscheiden wir (?:später|nächste|beim)|wir entscheiden (?:das )?(?:später|nächste|morgen|beim)
      vertagen|offen lassen
    `,
  ...germanTasks,
  due: GERMAN_DUE,
  noPerson: wordSet(
    'ich du er sie es wir ihr man das der die dies diese dieser montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober november dezember heute morgen gestern wer was wann wo wie warum wenn und aber oder dann also vielleicht jemand niemand alle jeder marketing vertrieb einkauf entwicklung team kunde kunden buchhaltung support design it geschäftsführung',
  ),
  questionStart: phrase`
      was|wie|warum|wieso|weshalb|welche[rsnm]?|wann|wo|wer|wem|wen|wohin|wofür|womit
      (?:sollen|sollten|können|müssen|dürfen|brauchen|haben|wollen|machen|nehmen) wir
      (?:ist|sind|gibt|hat|kann|wird|soll|bleibt|reicht) (?:es|das|die|der|denn|jemand|eigentlich|noch)|ob
    `,
  smallTalk: phrase`
      (?:könnt|kann|hört|seht) (?:ihr|man|du|jemand) (?:mich|meinen)|hört ihr|wie geht
      (?:noch |weitere |irgendwelche )?(?:fragen|anmerkungen|einwände|kommentare)\?|sonst noch
      alles klar\?|sind alle (?:da|bereit)|wollen wir (?:anfangen|starten|beginnen|loslegen)
      wer (?:fängt|möchte|will) (?:an|anfangen|beginnen)|verstanden\?|oder\?|was meinst du|wie bitte
      alle einverstanden|seid ihr
    `,
  unresolved: phrase`
      weiß (?:ich )?(?:es |das )?(?:auch |noch |gerade |leider )?nicht
      (?:noch )?nicht (?:sicher|klar|geklärt|entschieden)|keine ahnung
      (?:muss|müssen|müsste|müssten) (?:ich|wir|man)? ?(?:\p{L}+ ){0,4}(?:klären|prüfen|nachfragen|fragen|herausfinden|schauen|sehen|nachsehen|überlegen)
      gute frage|kommt (?:darauf|drauf) an|offen|unklar|später klären|mal sehen|schwer zu sagen
    `,
  openStatement: phrase`
      offene (?:frage|punkt)n?|offen (?:ist|bleibt)
      (?:ist|bleibt|sind) (?:noch |weiterhin |nach wie vor )?(?:offen|unklar|ungeklärt)
      (?:wir|ich) wissen? (?:noch )?nicht,? (?:wie|wer|was|wann|wo|ob|welche\p{L}?|warum)
      (?:müssen|müsste) (?:wir |ich )?(?:\p{L}+ ){0,4}(?:noch )(?:klären|entscheiden|herausfinden)
      die frage ist,? (?:ob|wie|wer|was|wann)|noch nicht (?:entschieden|geklärt|klar)
    `,
  groupName: 'Team',
  overview: {
    quote: ['„', '“'],
    and: 'und',
    about: (subjects) => `In der Besprechung ging es um ${subjects}.`,
    discussed: (place, subjects, leader) => {
      const start = { first: 'Zuerst ', middle: 'Dann ', last: 'Zum Schluss ', only: 'Es ' }[place];
      return leader === null
        ? `${start}ging es um ${subjects}.`
        : `${start}sprach ${leader} über ${subjects}.`;
    },
  },
};
