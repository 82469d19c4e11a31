import type { Line } from '@meeting-assistant/contracts';

/** Lines of an invented meeting, four seconds each. */
export function linesOfMeeting(spoken: readonly (readonly [speaker: string | null, text: string])[]): Line[] {
  return spoken.map(([speaker, text], at) => ({
    line: at + 1,
    speaker,
    startMs: at * 4_000,
    endMs: at * 4_000 + 3_500,
    text,
  }));
}

export const englishMeeting = linesOfMeeting([
  ['Ana Ruiz', 'Good morning everyone, let us start with the launch of the new booking page.'],
  ['Bo Diaz', 'Morning. The page itself is finished, the payment form still fails on small phones.'],
  ['Chidi Okoro', 'I looked at it yesterday, it is the keyboard that covers the button.'],
  ['Ana Ruiz', 'Can we ship without the payment form on phones?'],
  ['Bo Diaz', 'No, forty percent of our customers pay on a phone.'],
  ['Chidi Okoro', 'I need about three days to fix it and to test it properly.'],
  ['Ana Ruiz', 'Then we move the launch. Let us ship on the third of March.'],
  ['Bo Diaz', 'Agreed, the third of March works for support as well.'],
  ['Ana Ruiz', 'Good, decided. Chidi, can you fix the payment form by Friday?'],
  ['Chidi Okoro', 'Yes, I will fix the payment form by Friday.'],
  ['Bo Diaz', 'I will send the draft contract to the hotel partners tomorrow.'],
  ['Ana Ruiz', 'Thank you. What about the budget for advertising?'],
  ['Bo Diaz', 'We have twenty-five thousand euros left for this quarter.'],
  ['Ana Ruiz', 'Who decides how we split it between search and social media?'],
  ['Bo Diaz', 'I do not know, we should ask the marketing team.'],
  ['Chidi Okoro', 'Last year we spent most of it on search, and nobody was happy with the result.'],
  ['Ana Ruiz', 'Fine, we leave that open until the next meeting. Thank you all.'],
]);

export const germanMeeting = linesOfMeeting([
  ['Jonas Weber', 'Guten Morgen zusammen, wir sprechen heute über die neue Buchungsseite.'],
  [
    'Mira Schulz',
    'Die Seite ist fertig, aber das Zahlungsformular funktioniert auf kleinen Geräten noch nicht.',
  ],
  ['Jonas Weber', 'Können wir ohne das Formular veröffentlichen?'],
  ['Mira Schulz', 'Nein, vierzig Prozent unserer Kunden bezahlen mit dem Telefon.'],
  ['Jonas Weber', 'Dann verschieben wir die Veröffentlichung auf den dritten März.'],
  ['Mira Schulz', 'Einverstanden, der dritte März passt auch dem Kundendienst.'],
  ['Jonas Weber', 'Gut, das ist beschlossen. Mira, kannst du das Formular bis Freitag reparieren?'],
  ['Mira Schulz', 'Ja, ich repariere das Formular bis Freitag.'],
  ['Jonas Weber', 'Ich schicke morgen den Vertragsentwurf an die Hotels.'],
  ['Mira Schulz', 'Wer entscheidet eigentlich über das Budget für die Werbung?'],
  ['Jonas Weber', 'Das weiß ich nicht, wir müssen das Marketing fragen.'],
  ['Mira Schulz', 'Wir haben noch fünfundzwanzigtausend Euro in diesem Quartal.'],
  ['Jonas Weber', 'Das lassen wir offen bis zur nächsten Sitzung. Vielen Dank.'],
]);
