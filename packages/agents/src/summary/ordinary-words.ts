import { words } from './words.ts';

/** Verbs of meetings in their base form: sentences of summaries open with them, and names stand before their forms. */
const verbs = new Set(
  words(`accept access achieve acquire act adapt add address adjust adopt advance advise agree aim align allocate allow amend
    analyse analyze announce answer appear apply appoint approach approve archive arrange ask assess assign assist assume attach
    attend audit automate await avoid back base become begin benchmark block book bring budget build buy calculate call cancel
    capture carry cause celebrate change charge check choose clarify clean clear close collect combine come comment communicate
    compare compile complete compress conduct configure confirm connect consider consult contact contain continue contract
    convert coordinate copy correct cost cover create credit cut deal debate debug decide decline decrease defer define delay
    delegate delete deliver demo depend deploy describe design detail determine develop discard discuss distribute document
    double draft draw drive drop edit eliminate email enable encourage end enforce engage ensure enter escalate establish
    estimate evaluate examine exchange exclude expand expect experiment explain explore export extend face fail fall feature
    fetch file fill finalise finalize find finish fix focus follow forecast form format forward found freeze fund gather
    generate get give go grant grow guarantee guide halve hand handle happen harden help hire hold host identify ignore
    implement import improve include increase inform insist inspect install integrate introduce invest investigate invite
    invoice issue join keep kick know label lack last launch lead learn leave let limit link list listen load locate lock log
    look lose lower mail maintain make manage map mark match mean measure meet mention merge migrate mind mitigate mock model
    modify monitor move name need negotiate note notify object obtain offer open operate optimise optimize order organise
    organize outline own pack park pass pause pay perform pick pilot pitch place plan play point polish post postpone
    practise prefer prepare present prevent price print prioritise prioritize proceed process produce progress promise
    promote propose protect prototype prove provide publish pull purchase push put qualify query question quote raise rank
    reach read rebuild receive recommend reconsider record recruit redesign reduce refactor refer refine refuse register
    reject relate release relocate rely remain remember remind remove rename renew rent reopen repair repeat replace reply
    report represent request require research reschedule reserve reset resolve respond restart restore restrict result resume
    retain retire retry return reuse reveal review revise revisit reward rewrite risk roll rotate run save say scale scan
    schedule scope score search secure see seek select sell send separate serve set settle shape share ship shorten show shut
    sign simplify sketch skip slip solve sort sound specify speed spend split sponsor staff stage start state stay stop
    store streamline strengthen structure study submit suggest summarise summarize supply support survey suspend switch sync
    tackle tag take talk target teach tell test thank think throw tidy tighten time track trade train transfer translate
    travel treat trial trigger trim try tune turn underestimate understand undo update upgrade upload use validate value
    verify view visit volunteer vote wait walk want warn watch welcome widen win wish withdraw wonder work worry wrap write
    archive backport bundle chase cap confer dedicate disable dispatch enrol enroll expense flag harvest hide outsource patch
    ping provision rehearse rephrase reassign reallocate recap reimburse relaunch rethink sandbox slow stabilise stabilize
    subscribe tender throttle transition triage unblock whitelist adhere commit consent object opt oppose shift soften suffer lean lift load meter migrate mirror mount`),
);

/** Past forms that do not end in -ed. */
const pastForms = new Set(
  words(`became began brought built bought came chose cut dealt drew drove fell found froze gave got gone went grew held kept knew
    led learnt left let lost made meant met paid put read ran said saw sold sent set shut spent split stood taken took taught
    told thought threw understood undid withdrew won wrote written shown given seen known grown frozen chosen forgot`),
);

/** Nouns, adjectives and adverbs that open sentences without an article. Plurals are found by their singular. */
const others = new Set(
  words(`both consensus delivery recovery discovery inquiry able above absence accountant accounting action active actual ad additional admin administrator advertiser advertising
    afternoon agency agenda agent ahead alert almost alone already alternative always amount analysis analyst analytics anybody anyone
    anything anyway apart api app applicant approval architect area article asset assistant attendee auditor author average
    back backend backlog backup bad bandwidth bank banner basic benefit best better big bill board bonus branch brand breakfast
    brief broad bug business buyer campaign candidate capacity capital card career case cash catering chair channel cheap chief
    city class client clinic cloud coach code colleague comment committee common community company competitor complaint
    compliance component concern consequently consultant content contractor control copy corporate coverage credit critical
    cross crucial current customer cycle daily dashboard data database date day deadline deal debt default demand department
    dependency designer desktop detail developer device different difficult digital dinner direct director distributor division
    doctor documentation domain due duty early earlier easy editor education effective effort either else employee end energy
    engine engineer engineering enough entire equipment error especially essential even evening event eventually every everything
    evidence exact example excellent except executive existing expense expert external extra facility factory family far fast
    feature fee feedback few field figure final finally finance financial fine firm first flow folder food former forward frequent
    friend front frontend full function further furthermore future gap general good goods governance government grade great
    green group growth guest guideline half hard hardware headcount health help hence high higher holiday home hotel hour house however
    hr idea ideally image immediate impact important incident income individual industry infrastructure initially input inside
    instead insurance intake interest interface interim internal internally investor inventory issue item job joint journal
    junior keyboard key kitchen lab landlord large largest last late lately later latest law lawyer layout leader leadership
    lead least leave legal less lesson letter level library licence license light likely likewise limited line little live
    local logistics logo long longer loss lot low lower lunch machine main maintenance major majority management manager many
    margin market marketing material maybe meanwhile media medium member merchant message metric mid middle milestone minimum
    minor minute mobile model module moment money month monthly more moreover morning most mostly much multiple mutual nearly
    negative neither network never nevertheless new news newsletter next night nobody none normal notably note nothing number
    object occasionally office offline often old online onboarding open operations operator opinion optional order organizer
    original originally otherwise outage outcome outside outstanding overall overhead owner package page paid paper parent part
    particular partner partly password past patient payroll peak pension people per percent performance perhaps period permit
    personal personnel phase phone photo physical pipeline platform player please plus policy poor popular portal position
    positive possible possibly potential power practice premium presently press pressure preview previous previously priority
    private probably problem procedure procurement producer product profit programme program progress project prompt proper
    property prospect provided provider public publisher purchasing purpose quality quantity quarter quarterly quick quite
    rapid rare rate rather ratio reader ready real reason recent recently recruiter redesign referral regardless region
    regional regular regulator related remote remaining repeated reporter reputation researcher resource respective response
    responsible rest restaurant retail revenue right risk roadmap role room roughly round route routine rule safe safety salary
    sale sales sample satellite schema school science scope screen script season second secretary section sector security
    senior sensitive separate separately serious server service several shareholder shift shop short shortly side signal
    significant silver similar simple simply since single site size skill slide slow small smaller social software solution
    somebody someone something sometimes soon sorry source space spare speaker special specific spec speed sponsor spring
    sprint staff stakeholder standard startup status step still stock storage storm store story strategy street strict strong
    student stuff style subject subscriber success sufficient summary summer sun supplier supply sure surprise syllabus symptom
    system table talent target task tax teacher team tech technical technology telemetry template temporary tenant term
    testers text thereafter therefore thing thus ticket tight time timeline timing title today together tomorrow tone tonight
    too tool top topic total tourist town traffic trainer transport travel treasury trend trip trouble true twice type
    typical ultimately undecided underway unfortunately union unit university unlike unresolved upcoming urgent us usage user
    usual usually vacation value vehicle vendor venue version via video view visitor vital volume volunteer wage warehouse
    warranty water way weather web website week weekday weekend weekly weekly weight well whatever whenever whereas wherever
    whether whoever whole wide wifi wind window winter wireless within without woman word worker workload workshop world worse
    wrong year yearly yes yesterday yet young zone

    abends abgelehnt abgesagt abschließend abstimmung anfangs angebot ansonsten arbeit außerdem auftrag aufgabe bald bedarf
    beginn beide beiden bericht beschlossen besonders bestellung bis budget chef damals danach daraufhin darüber deshalb dienst
    donnerstags dort drittens ebenso einigkeit einkauf einstimmig einziges endlich entschieden entwurf erneut erst ersten
    erstens fest finanzen formular fraglich freitags früher fünf geld geklärt geplant gemeinsam gestern gleichzeitig grund
    heute hier hinterher insgesamt inzwischen jahr jedoch jemand kauf klar konzept kosten kunde kunden künftig kurz leider
    letzte letztlich liefertermin manche manchmal mehrere meist mittags monat morgen morgens nachher nachmittags nächste nächsten
    nebenbei neu neue neuer neues niemand noch offen personal plan preis problem projekt quartal rechnung rest schließlich
    schluss seitdem sicher sobald sofort sonst später spätestens stattdessen start status strittig support team teil termin
    text thema themen trotzdem übermorgen übrigens umsatz ungeklärt unklar verkauf vermutlich vertrag vertrieb viele vielleicht
    vorab vorerst vorher vorgesehen vorschlag weiter weitere weiterhin wenige wichtig wieder wirklich woche zeit ziel
    ziele zudem zuerst zuletzt zumindest zunächst zurzeit zusätzlich zweitens zwischenzeitlich

    actuellement ainsi après après-demain aujourd'hui auparavant aucun aucune avant beaucoup bientôt certains chacun chaque
    cependant client clients demain depuis dernièrement désormais enfin ensemble ensuite équipe finalement hier initialement
    jusqu'à maintenant mieux moins nouveau nouvelle parfois personne plusieurs plutôt pourtant premièrement prochain
    puis quelques quelqu'un reste rien seul seule seulement souvent toutefois toujours trop

    actualmente además ahora algunos alguien antes anoche aunque ayer bastante clientes después entonces equipo finalmente
    luego mañana mientras mucho muchos nadie ninguno nuevo nueva nunca primero pronto quizás queda quedan falta siempre
    solamente tarde tampoco todavía último varios hoy

    agora algumas alguns alguém amanhã apenas atualmente cada cliente depois então equipe equipa finalmente hoje inicialmente
    logo muitos nada nenhum ninguém novo nova nunca ontem outro outros primeiro quase resta sempre talvez todos vários

    больше бюджет вместе вместо вопрос вопросы встреча всегда вчера давно далее даже деньги день завтра затем здесь иногда
    итог итак итого каждый клиент клиенты команда коллеги конечно менеджер много момент недавно необходимо несколько никто
    ничего новый новая нужно обычно однако осталось отдел отчет пока позже поэтому потом почти проект продукт просто работа
    раньше решено решение руководство сегодня сейчас система скоро сначала снова сразу сроки теперь тогда точно утром
    хорошо часто`),
);

/** Endings that make nouns of verbs and adjectives. Names that end so are taken for words, never the other way round. */
const endings =
  /.{2}(?:tion|sion|ment|ness|ity|ance|ence|ency|ing|ings|ship|ware|ism|able|ible|ful|less|ology|ography|ung|ungen|heit|keit|schaft|tat|isch|lich|weise|cion|ciones|miento|dad|mente|cao|coes|dade|ость|ение|ания|ание|ция|ство)s?$/u;

/** Whether a folded word is one that any text may open a sentence with, and so tells nothing of a name. */
export function isOrdinaryWord(word: string): boolean {
  return (
    others.has(word) ||
    endings.test(word) ||
    baseForms(word).some((form) => verbs.has(form) || others.has(form))
  );
}

/** Whether a folded word is the base form of a verb of meetings. */
export function isBaseVerb(word: string): boolean {
  return verbs.has(word);
}

/** Whether a folded word is a form that an English verb takes after "she", or in the past. */
export function isThirdPerson(word: string): boolean {
  if (pastForms.has(word)) return true;
  return /(?:s|ed)$/u.test(word) && !verbs.has(word) && baseForms(word).some((form) => verbs.has(form));
}

/** What an English word may be a form of: "tries" of "try", "shipped" of "ship", "moving" of "move". */
function baseForms(word: string): string[] {
  const stem = /^(.{2,}?)(?:s|es|ed|ing|er|ers)$/u.exec(word);
  const forms = [word];
  for (const ending of ['s', 'es', 'ed', 'd', 'ing', 'er', 'ers', 'r', 'rs']) {
    if (stem && word.endsWith(ending)) forms.push(word.slice(0, -ending.length));
  }
  return forms.flatMap((form) => {
    const undoubled = /([bdglmnprt])\1$/u.test(form) ? [form.slice(0, -1)] : [];
    const withY = form.endsWith('i') ? [`${form.slice(0, -1)}y`] : [];
    return [form, `${form}e`, ...undoubled, ...withY];
  });
}
