import { following, leading, opening, type LanguageCues } from './language-cues.ts';

/** First person present: German promises in it as much as in the future. */
const iDo =
  '(?:schicke|sende|schreibe|maile|mache|prüfe|kläre|kümmere|übernehme|bereite|erstelle|organisiere|rufe|frage|aktualisiere|teste|spreche|melde|buche|reserviere|leite|trage|lade|stelle|bringe|' +
  'besorge|liefere|plane|vereinbare|verschicke|informiere|gebe|hole|setze|baue|lege|ergänze|überarbeite|korrigiere|dokumentiere|bestelle|verteile|versende|erledige|recherchiere|schaue|sammle|richte|passe|führe|gehe|nehme|fasse|poste|reiche|suche|räume|behebe|fixe|checke)';
/** The same with or without its ending: "schick(e)". */
const doIt = iDo.replaceAll(/e(?=[|)])/g, 'e?');
const youDo = iDo.replaceAll(/e(?=[|)])/g, 'st');
const heDoes = iDo.replaceAll(/e(?=[|)])/g, 't');
const infinitive =
  '(?:schicken|senden|schreiben|mailen|machen|prüfen|klären|kümmern|übernehmen|vorbereiten|erstellen|organisieren|anrufen|fragen|nachfragen|aktualisieren|testen|sprechen|melden|buchen|reservieren|weiterleiten|eintragen|einladen|bringen|besorgen|' +
  'liefern|planen|vereinbaren|verschicken|informieren|geben|holen|setzen|bauen|anlegen|ergänzen|überarbeiten|korrigieren|dokumentieren|bestellen|verteilen|versenden|erledigen|recherchieren|anschauen|ansehen|sammeln|einrichten|anpassen|durchführen|' +
  'aufsetzen|einstellen|hochladen|zusammenfassen|vorstellen|zusammenstellen|abstimmen|einreichen|suchen|beheben|abklären|nachreichen|austauschen|aufräumen|checken|fertigstellen|fertig ?machen|raussuchen|rausschicken|freigeben|reviewen|festhalten|protokollieren|umsetzen|beauftragen|einholen|kontaktieren|durchgehen|notieren)';
const adverbs = '(?: (?:dann|auch|noch|gern|gerne|mal|das|es|bitte|mir|uns|unbedingt|gleich|mich|darum))*';
const noInfinitive =
  '(?:sagen|sehen|verstehen|denken|glauben|haben|hören|gehen|kommen|bleiben|nachvollziehen|erklären|finden|wissen|erinnern|warten|anfangen|beginnen|starten|zeigen|reden|unterbrechen|zustimmen|teilnehmen|wiederholen|werden|können|müssen|sollen|wollen|dürfen|unseren|meinen|deinen|einen|keinen|morgen|zusammen|gegen|neben|oben|unten|fragen|freuen|leben)';
/** German verbs come last: the task is known by the infinitive that follows somewhere. */
const doing = `(?=.*(?<!\\p{L})(?:${infinitive}(?!\\p{L})|(?!${noInfinitive}(?!\\p{L}))\\p{L}{3,}(?:en|ern|eln)(?=[.,?!]|$)))`;
/** "Ich repariere es bis Freitag": any verb in the present is a promise when a deadline follows. */
const iDoInTime =
  '(?!würde|hätte|habe|denke|glaube|finde|könnte|möchte|wäre|sehe|hoffe|warte|bleibe|sollte|müsste|dachte|wollte|konnte|arbeite|werde|meine|sage|bitte)\\p{L}{3,}e(?=[^.?!]* (?:bis|spätestens) )';

export const germanTasks = {
  tasks: [
    {
      pattern: leading`
      ich (?:werde|kann|will|muss|soll|sollte|darf)${adverbs}${doing}|(?:werde|kann|muss) ich${adverbs}${doing}
      ich ${iDo}|ich(?= ${iDoInTime})|(?<=\p{L} )${iDo} ich
    `,
      bearer: 'speaker',
      weight: 2,
    },
    {
      pattern: leading`
      (?:kannst|könntest|würdest|magst|willst) du${adverbs}${doing}|(?:können|könnten|würden) sie${adverbs}${doing}
      (?:könnt|könntet|würdet) ihr${adverbs}${doing}
    `,
      bearer: 'addressee',
      weight: 2,
    },
    {
      pattern: leading`bitte${doing}|bitte(?= ${doIt}(?!\p{L}))|${doIt} bitte`,
      bearer: 'addressee',
      weight: 1.8,
    },
    {
      pattern: leading`du (?:musst|sollst|solltest|wirst|kannst)${doing}|du ${youDo}`,
      bearer: 'addressee',
      weight: 1.5,
    },
    {
      pattern: leading`
      (?:jemand|einer von uns|irgendwer|irgendjemand) (?:muss|müsste|sollte|soll|könnte|kann)${doing}
      (?:muss|müsste|sollte|soll|könnte|kann)${adverbs} (?:jemand|irgendwer|einer)${doing}
      wer (?:kann|könnte|macht|übernimmt|kümmert|will|möchte)
    `,
      bearer: 'nobody',
      weight: 1.6,
    },
    {
      pattern: leading`
      (?:wir (?:müssen|sollten|werden|brauchen)|(?:müssen|sollten|werden) wir)${adverbs}${doing}|lasst uns${doing}
    `,
      bearer: 'group',
      weight: 1.1,
    },
  ],
  taskVerbs: /./u,
  noTask: opening`mal (?:sagen|sehen)|sagen|ehrlich|nicht|mir (?:vor|nicht)|davon ausgehen|kurz (?:was|etwas) sagen|mich (?:frage|freue)`,
  takesOn: opening`
      (?:(?:ja|klar|okay|ok|gut|gern|gerne|sicher|natürlich|kein problem|alles klar)[,.!]? )*(?:bin (?:schon )?dran|wird gemacht|wird erledigt|ich schon
      (?:das |es )?(?:mach|mache|übernehme|erledige|kann|kümmere) ich(?: (?:das|es|gern|gerne|mich|machen|übernehmen|darum|drum))*(?=[.,!]|$)
      ich (?:mach|mache|übernehme|erledige|nehme) (?:das|es)|ich kümmere mich (?:darum|drum)|ich kann das (?:machen|übernehmen)|kriegst du)
    `,
  afterName: following`
      (?: wird| muss| soll| sollte| kann| könnte| möchte|,? (?:kannst|könntest|würdest|magst|willst) du(?: bitte)?|,? du (?:musst|sollst|solltest|kannst))${doing}
      (?= ${heDoes}(?!\p{L}))|,?(?: du)? bitte
    `,
  minutesAfterName: null,
  taskMarker: opening`
      aufgabe(?: für [\p{L} ]{2,30})?(?::| ist)|to-?do(?: für [\p{L} ]{2,30})?(?::| -| ist)
      action item(?: für [\p{L} ]{2,30})?(?::| ist)|nächste[rn]? schritte?(?::| ist| sind)|maßnahme:
    `,
  teamTask: leading`
      (?<team>(?:das |die )?(?:\p{L}+-?team|team|marketing|vertrieb|einkauf|entwicklung|rechtsabteilung|personalabteilung|buchhaltung|it|support|design|geschäftsführung|qualitätssicherung|fachabteilung)|alle) (?:wird|werden|muss|müssen|soll|sollen|sollte|sollten|bitte)${doing}
    `,
  pronounTask: leading`
      (?:sie|er) (?:wird|muss|soll|kann|will)${doing}|(?:sie|er)(?= ${heDoes}(?!\p{L}))
      (?:wird|muss|soll|kann|will) (?:sie|er)(?: \p{L}+)?${doing}|(?<=(?:aber|und|dann|morgen) )${heDoes} (?:sie|er)
    `,
  away: /(?: ist| war)(?: \p{L}+)? (?:nicht da|krank|im urlaub|unterwegs|weg|abwesend|verhindert|auf dienstreise|nicht dabei)(?!\p{L})| fehlt(?!\p{L})/iu,
} satisfies Partial<LanguageCues>;
