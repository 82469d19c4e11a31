import {
  following,
  leading,
  opening,
  phrase,
  removable,
  run,
  stemByPrefix,
  wordSet,
  type LanguageCues,
} from './language-cues.ts';
import { neutral } from './neutral.ts';
import { FRENCH_NUMBERS } from './number-words.ts';

const month = '(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)';
const day = '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)';
const date = `(?:(?:1er|\\d{1,2}) ${month}(?: \\d{4})?|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?)`;
const period = '(?:semaine|mois|trimestre|année|sprint|réunion)';
const infinitive = "(?= [\\p{L}\\p{M}']+(?:er|ir|re|oir)(?!\\p{L}))";
const gap =
  "(?: (?:bien|aussi|donc|alors|vous|te|le|la|les|lui|leur|nous|me|m'|s'il te plaît|s'il vous plaît|en|y))*";
const presentTask =
  "(?:envoie|prépare|rédige|m'occupe|m'en occupe|appelle|contacte|vérifie|organise|réserve|mets à jour|regarde|fais|finis|termine|crée|partage|publie|prends|demande|planifie|corrige|relance|commande|transmets)";

const byPrefix = stemByPrefix(7);
const stem = (word: string): string => byPrefix(word.replace(/^(?:[cdjlmnst]|qu)'/, ''));

/** French: what can be told from set phrases. */
export const french: LanguageCues = {
  ...neutral,
  language: 'fr',
  stopwords: wordSet(`
    a à ah ai aie ainsi alors après as assez au aucun aucune aujourd'hui aussi autre autres aux avait avant avec avez avoir avons ayant beaucoup bien bon bonjour bonne c'est c'était ça car ce cela celle celles celui ces
    cet cette ceux chaque chez chose choses ci comme comment contre d'accord dans de déjà depuis derrière des dessus deux devant dire dit dois doit donc dont du elle elles en encore enfin ensuite entre es est et était
    étaient été être eu euh eux faire fait faut fois font genre hein hier ici il ils j'ai je jour jours jusqu'à juste l'on la là le les leur leurs lui ma mais me même mêmes merci mes mettre moi moins mon n'est
    n'a ne ni non nos notre nous on ont ou où oui par parce parfait pas pendant peu peut peut-être peux plus point pour pourquoi pouvez pouvons près prochain prochaine puis qu'on qu'il qu'elle qu'est-ce quand quatre que quel quelle quelles quels
    quelque quelques qui quoi rien s'il sa sais sans se sera serait ses seulement si sinon soit sommes son sont sous suis sur ta tant te tel temps tes toi ton toujours tous tout toute toutes très trois trop tu
    m'en s'en t'en j'en d'un d'une l'un l'une qu'un qu'une qu'elles qu'ils n'y s'y
    un une va vais vas vers veut veux voilà voir vont vos votre vous vrai vraiment y semaine mois lundi mardi mercredi jeudi vendredi samedi dimanche matin soir
  `),
  stem,
  numberWords: FRENCH_NUMBERS,
  noTitle: new Set(
    [
      ...wordSet(`
    décidé décider garder gardons commencer commençons continuer dernière envoyer expliquer finir fixer laisser mettre parler passer passons payer penser préparer prendre proposer propose regarder rester savoir trouver utiliser vérifier vouloir
  `),
    ].map(stem),
  ),
  fillers: removable`euh+|hum+|ben|bah|tu vois|genre|en fait`,
  leadIns: run`et|mais|donc|alors|bon|oui|ok|okay|d'accord|voilà|puis|ensuite|bien(?! sûr)|très bien|parfait|ah`,
  salient: phrase`décid\p{L}+|décision|important\p{L}*|objectif|problème|risque|budget|échéance|propos\p{L}+|résultat|il faut|plan|projet|conclusion`,
  agenda:
    /(?<!\p{L})(?:passons (?:à|au|aux)|commençons par|parlons (?:de|du|des)|(?:le )?(?:point suivant|prochain point|premier point|dernier point|sujet suivant|prochain sujet)(?: est| c'est)?,?:?)(?: (?<title>[^.?!;:,]{3,60}))?/iu,
  determiners: /^(?:le |la |les |l'|un |une |notre |nos |du |des )/iu,
  agreementStart: opening`oui|ok|okay|d'accord|parfait|très bien|bien sûr|ça marche|ça me va|entendu|exactement|tout à fait|pas de problème|je suis d'accord|c'est bon|super|volontiers|bonne idée|je m'en occupe|avec plaisir`,
  confirmation: phrase`d'accord|ça marche|ça me va|entendu|adopté|c'est (?:décidé|validé|réglé|entendu)|faisons (?:ça|comme ça)|on fait (?:ça|comme ça)|bonne idée|validé|je suis pour`,
  refusalStart: opening`non(?!,? pas de problème)|je ne (?:peux|crois|pense|suis|veux) pas|je (?:peux|crois|pense|veux) pas|surtout pas|pas question|désolée?|malheureusement|plutôt pas|je suis contre|pas moi|impossible|attends|je préfère pas`,
  reversal: phrase`finalement,? non|non,? (?:finalement|pas ça)|laisse(?:z|ns)? tomber|oublie(?:z|ns)?(?: ça)?|on (?:annule|ne le fait pas|ne fait pas ça)|changement de plan|je retire|pas la peine|je reviens sur`,
  replacement:
    /^(?:(?:non|attends|ah|bon)[,.]? )*(?:finalement|en fait|plutôt|correction)(?!\p{L})|(?<!\p{L})(?:à la place|finalement)(?=[.!]|$)/iu,
  negatedCourse: phrase`finalement,? non|laisse(?:z|ns)? tomber|oublie(?:z|ns)?|on annule|pas la peine|ne (?:le )?faisons pas|on ne (?:le )?fait pas`,
  politeCondition: phrase`si (?:tu (?:veux|peux)|vous (?:voulez|pouvez)|possible|c'est possible|personne n'a d'objection|tout le monde est d'accord|besoin)|s'il (?:te|vous) plaît`,
  hypothetical: phrase`si|s'ils?|imaginons|supposons|au cas où|serait|aurait|pourrait|pourrions|ferait|faudrait|aurions|en théorie|par exemple`,
  tentative: phrase`peut-être|éventuellement|je ne sais pas|pas sûre?|on pourrait|probablement`,
  pastTime: phrase`(?:la semaine|le mois|l'année|la réunion|le trimestre|l'an) (?:dernière?|passée?|précédente?)|hier|il y a|auparavant|à l'époque|la dernière fois|déjà|en (?:19|20)\d\d`,
  reportedSpeech: phrase`(?:il|elle|ils|elles|je|j'|on|nous|\p{L}+) (?:a|ai|ont|avons|avait|avais|avaient) (?:dit|promis|raconté|expliqué|voulu)|j'avais|j'ai (?:dit|promis|voulu)|(?:ils|elles|il|elle|le client|la direction) (?:ont|a|avait|avaient) (?:décidé|choisi)|voulais|devais|(?:avait|avaient|avions) (?:décidé|choisi|convenu)`,
  decisions: [
    {
      pattern: phrase`(?:on|nous) (?:a|avons) (?:donc |tous |bien )?(?:décidé|choisi|convenu|tranché|validé|opté)|(?:on|nous) (?:s'est|sommes) (?:mis )?d'accord`,
      weight: 3,
      past: true,
    },
    {
      pattern: phrase`décidons(?:-le)?(?: (?:ça|cela|ceci|ainsi))? ?:|c'est (?:donc )?(?:décidé|validé|acté|réglé)|la décision (?:est|c'est)|décision :|on (?:décide|valide|acte|retient)|nous (?:décidons|validons|retenons)`,
      weight: 3,
    },
    {
      pattern: phrase`(?:on|nous) (?:part|partons|garde|gardons|prend|prenons|choisit|choisissons|reporte|reportons|lance|lançons|annule|annulons|reste|restons|utilise|utilisons|maintient|maintenons|passe|passons|arrête|arrêtons|abandonne|abandonnons|adopte|adoptons)|(?:on|nous) (?:va|allons) (?:garder|prendre|choisir|reporter|lancer|annuler|rester|utiliser|partir|passer|arrêter|abandonner|adopter)|(?:gardons|prenons|choisissons|reportons|lançons|annulons|restons|utilisons|partons|adoptons|arrêtons)`,
      weight: 2,
    },
    {
      pattern: phrase`je (?:propose|suggère)|(?:on|nous) (?:devrait|devrions|pourrait|pourrions)|et si (?:on|nous)|pourquoi ne pas|qu'est-ce que vous pensez`,
      weight: 1,
    },
    { pattern: phrase`définitivement|plutôt que|au lieu de|désormais|à partir de maintenant`, weight: 0.6 },
  ],
  procedural: phrase`passons (?:à|au|aux)|commençons|on (?:commence|passe (?:à|au)|s'arrête|se retrouve|continue)|nous (?:commençons|continuons)|(?:faisons|prenons|on (?:fait|prend|va faire|va prendre)) (?:un tour|une (?:petite |courte )?pause|une pause|court|vite|bref)|parlons|voyons|(?:laissons|gardons|on (?:laisse|garde)|nous (?:laissons|gardons)) (?:ça|cela|ceci|la question|le point|le sujet|le débat)(?: [\p{L}']+){0,3} (?:ouverte?s?|en suspens|pour (?:plus tard|la prochaine fois))|laissons-la ouverte|(?:restons|soyons|on reste) (?:brefs?|rapides?)|(?:gardons|on garde) (?:la|cette) réunion (?:courte|brève)|on (?:reste|va faire|fait) (?:bref|court|vite)|revenons|on (?:y reviendra|y revient|reviendra|en (?:re)?parle(?:ra)?|verra)|on (?:discute|discutera|parlera)|avançons|poursuivons|on (?:avance|continue|commence)`,
  undecided: phrase`(?:pas|rien) (?:encore )?(?:décidé|tranché|choisi)|(?:faut|doit|devons|va|allons) (?:encore )?(?:décider|trancher|choisir)|on (?:verra|décidera)|à décider|reporter la décision`,
  tasks: [
    {
      pattern: leading`je (?:vais|peux|dois)${gap}${infinitive}|je${gap} ${presentTask}|j'(?:envoie|appelle|organise)|je (?:t'|vous )?enverrai|je (?:ferai|préparerai|rédigerai|vérifierai|contacterai|appellerai|organiserai|m'occuperai|terminerai|finirai|partagerai|demanderai)`,
      bearer: 'speaker',
      weight: 2,
    },
    {
      pattern: leading`(?:tu (?:peux|pourrais)|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|vous (?:pouvez|pourriez)|est-ce que tu peux|est-ce que vous pouvez)${gap}${infinitive}`,
      bearer: 'addressee',
      weight: 2,
    },
    {
      pattern: leading`(?:tu|vous) (?:dois|devez|vas|allez)${gap}${infinitive}|merci de(?= \p{L}+er)`,
      bearer: 'addressee',
      weight: 1.5,
    },
    {
      pattern: leading`(?:quelqu'un|l'un de nous) (?:doit|devrait|peut|pourrait|va)${gap}${infinitive}|qui (?:peut|pourrait|va|veut|s'occupe)|il faut que quelqu'un`,
      bearer: 'nobody',
      weight: 1.6,
    },
    {
      pattern: leading`(?:on doit|nous devons|il faut|il faudra|on va devoir)${gap}${infinitive}`,
      bearer: 'group',
      weight: 1.1,
    },
  ],
  taskVerbs: /./u,
  noTask: opening`dire|voir|penser|être|avoir|commencer|parler|répéter|expliquer|ajouter (?:que|une chose)|pas`,
  takesOn: opening`(?:(?:oui|ok|d'accord|bien sûr|pas de problème|parfait)[,.!]? )*(?:je m'en (?:occupe|charge|occuperai)|je (?:le|la|les) (?:fais|prends|ferai)|je (?:peux|vais) (?:le|la|m'en) (?:faire|prendre|occuper|charger)|c'est pour moi|je prends)`,
  afterName: following`(?: va| doit| devra| devrait| peut| pourrait|,? (?:tu peux|peux-tu|pourrais-tu|tu pourrais|est-ce que tu peux|pouvez-vous|pourriez-vous))${gap}${infinitive}|,? merci de(?= \p{L}+er)|(?= (?:s'occupe|envoie|prépare|rédige|vérifie|organise|contacte|appelle) )`,
  taskMarker: opening`action(?: pour [\p{L} ]{2,30})? ?:|à faire(?: pour [\p{L} ]{2,30})? ?:|prochaines étapes? ?:`,
  teamTask: leading`(?<team>(?:l'équipe|le service|le marketing|le support|les ventes|la compta|la comptabilité|les rh|le juridique|tout le monde)(?: \p{L}+)?) (?:va|doit|devra|vont|doivent)${gap}${infinitive}`,
  pronounTask: leading`(?:il|elle) (?:va|doit|devra)${gap}${infinitive}|(?:il|elle)(?: nous| vous)? (?:enverra|préparera|fera|rédigera|vérifiera|appellera|contactera)`,
  away: /(?: est| sera)(?: \p{L}+)? (?:absente?|en (?:vacances|congés?)|malade|pas là)(?!\p{L})| n'est pas là/iu,
  due: phrase`
    (?:avant|d'ici(?: à)?|pour|au plus tard|jusqu'à|jusqu'au|dès)(?: le| la| ce| cette)? (?:${day}(?: prochain| matin| soir| midi)?|${date}|${day} ${date}|demain(?: matin| soir| midi)?|${period} prochaine?|(?:la )?fin (?:de (?:la |l')?|du )(?:${period}|journée)|fin ${month}|${month}|midi|ce soir|\d{1,2} ?h(?:eures)?)
    (?:le |ce )?${day}(?: prochain| matin| soir| midi| après-midi)|le ${date}|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) ${date}|ce ${day}|${day}
    demain(?: matin| soir| midi| après-midi)?|après-demain|aujourd'hui|ce soir|cet après-midi|(?:la |le )?${period} prochaine?|cette semaine|ce mois-ci|dans (?:\d+|une?|deux|trois|quatre) (?:jours?|semaines?|mois|heures?)|(?:en |à la )?fin (?:de (?:la |l')?|du )(?:${period}|journée)|dès que possible|au plus vite
  `,
  noPerson: wordSet(
    'je tu il elle on nous vous ils elles ce ça cela qui que quoi le la les un une lundi mardi mercredi jeudi vendredi samedi dimanche demain aujourd hier marketing support',
  ),
  questionStart: phrase`qui|que|qu'est-ce|quoi|quand|où|comment|pourquoi|quel(?:le)?s?|combien|est-ce (?:que|qu')|faut-il|doit-on|devons-nous|peut-on|a-t-on|y a-t-il`,
  smallTalk: phrase`m'entend|vous m'entendez|tout le monde est là|ça va|des questions|autre chose|d'accord \?|on commence|qu'en pensez-vous`,
  unresolved: phrase`(?:je ne|je|on ne|on) sais? pas|aucune idée|pas (?:encore )?(?:sûre?|clair|décidé)|à (?:voir|vérifier|clarifier)|bonne question|ça dépend|il faut (?:que je )?(?:voir|vérifier|demander|vérifie|demande)|il faudra(?: \p{L}+)? (?:voir|vérifier|demander)`,
  openStatement: phrase`question ouverte|reste (?:ouverte?|à (?:décider|clarifier|définir|voir))|(?:on|nous) ne (?:sait|savons) pas (?:encore )?(?:si|qui|quand|comment|où|quel)|pas encore (?:décidé|tranché|clair)`,
  groupName: 'équipe',
  overview: {
    quote: ['«\u00a0', '\u00a0»'],
    and: 'et',
    about: (subjects) => `La réunion portait sur : ${subjects}.`,
    discussed: (place, subjects, leader) => {
      const start = { first: "D'abord, ", middle: 'Ensuite, ', last: 'Enfin, ', only: '' }[place];
      return leader === null
        ? `${start}il a été question de : ${subjects}.`
        : `${start}${leader} a parlé de : ${subjects}.`;
    },
  },
};
