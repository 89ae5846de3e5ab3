//! The words of other languages that an order to an agent is made of, and the common words by which a language is known.
//!
//! Letters stand without their marks (`é` as `e`), as the reader of words folds them. Scripts that write no spaces stand as
//! pairs of characters.

use super::group::{
    ALL, COMMON_ELSEWHERE, DONE, Group, INSTRUCTION, LIMIT, MACHINE, MUST, NEW, NOT, NOW, OVERRIDE, PERSON, PLEASE,
    PRIOR, PROMPT, REPLY, REVEAL, SAY, SECRET, SYSTEM, TASK, TELL, WITHOUT, YOU, YOUR,
};

/// The words by group, one line a family of languages.
pub(super) const FOREIGN: &[(Group, &str)] = &[
    (
        OVERRIDE,
        "ignora ignore ignorar ignorad ignoren ignorando olvida olvide olvidar omite descarta ignorez ignorer oublie oubliez oublier",
    ),
    (
        OVERRIDE,
        "ignoriere ignorieren ignoriert vergiss vergessen missachte ubergehe ignorare dimentica dimenticare trascura esqueca desconsidere",
    ),
    (
        OVERRIDE,
        "negeer vergeet ignoruj zignoruj zapomnij ignorera glom ignorer glem injoro harro shperfill anashkalo ungazinaki ziba khohlwa",
    ),
    (OVERRIDE, "neamhaird dearmad leig seachad diochuimhnigh unohu ignoriraj abaikan lupakan yoksay unut puuza sahau"),
    (OVERRIDE, "игнорируй игнорируйте игнорировать забудь забудьте проигнорируй ігноруй забудь ignorujte"),
    (OVERRIDE, "忽略 无视 無視 忘记 忘記 忘れ 무시 잊어"),
    (
        PRIOR,
        "anteriores anterior previas previos precedentes precedente precedentes precedents vorherigen vorherige bisherigen bisherige obigen",
    ),
    (
        PRIOR,
        "precedenti anteriori vorige eerdere poprzednie wczesniejsze tidigare tidligere meparshme mparshme angaphambili edlule roimhe roimhseo",
    ),
    (PRIOR, "ronne sebelumnya onceki предыдущие предыдущих прошлые попередні 之前 以前 先前 以上 上述 前述 이전 위의"),
    (
        INSTRUCTION,
        "instrucciones instruccion instrucoes istruzioni istruzione consignes directives anweisungen anweisung richtlinien regeln reglas",
    ),
    (
        INSTRUCTION,
        "regole regras regles indicaciones instrukcje instructies instruktioner instruktionen udhezime udhezimet udhezimeve treoracha",
    ),
    (
        INSTRUCTION,
        "stiuireadh imiyalelo imiyalo iziyalezo instruksi perintah talimatlari maagizo инструкции инструкций указания правила команды",
    ),
    (INSTRUCTION, "інструкції 指令 指示 规则 規則 命令 提示 지시 명령 규칙"),
    (
        ALL,
        "todas todos todo toutes tous tout alle alles tutte tutti tutto wszystkie alla gjitha konke bonke uile semua tum все всі 所有 全部 すべ 모든",
    ),
    (
        YOU,
        "usted ustedes vous tu te du dich ihr sie voce vos lei tú wena wewe ti thusa tha sen siz вы ты 你是 你现 您是 あな 당신",
    ),
    (
        YOUR,
        "tus su sus votre vos tes dein deine deinen deiner deinem ihre ihren tuo tua tue tuoi seu sua jouw uw twoje tende tuaj fhreagra agad do yakho tuo вашем твой ваш 你的 您的",
    ),
    (
        REPLY,
        "respuesta respuestas reponse reponses antwort antworten risposta risposte resposta respostas antwoord odpowiedz pergjigje pergjigjen fhreagra freagra fhreagairt impendulo yanit ответ ответе відповідь 回复 回答 响应 输出 応答 대답 응답",
    ),
    (
        SAY,
        "responde responda escribe escriba repite repita traduce incluye anade reponds repondez ecris ecrivez repete repetez traduis inclus incluez",
    ),
    (
        SAY,
        "antworte schreibe schreib wiederhole ubersetze fuge gib rispondi scrivi ripeti traduci includi escreva repita inclua traduza responda",
    ),
    (
        SAY,
        "perserit perkthe perfshi shkruaj cuir abair aistrigh scriobh phinda bhala faka hlanganisa humusha ath-aithris sgriobh napisz powtorz herhaal",
    ),
    (SAY, "напиши выведи ответь повтори переведи добавь включи 输出 写出 重复 翻译 打印 出力 출력"),
    (
        REVEAL,
        "muestra muestre revela revele mostrar montre montrez revelez revele affiche zeige zeig enthulle verrate mostra mostre rivela pokaz ujawnij onthul shfaq trego nochtaigh taispeain foillsich veza bonisa покажи раскрой 显示 透露 泄露 表示",
    ),
    (
        MUST,
        "debes debe deber devez dois doit musst mussen sollst devi deve deves moet musisz duhet mor feumaidh caithfidh kufanele kumele harus должен должна должны 必须 必須 务必 해야",
    ),
    (NOT, "no non nicht kein keine keinen pas jamais nunca ne nie niet mos nao nunca не никогда 不要 不得 没有 없이"),
    (
        NOW,
        "ahora maintenant desormais jetzt nun adesso ora agora nu teraz tani anois nis manje sekarang simdi теперь сейчас 现在 現在 今后 立即 지금",
    ),
    (WITHOUT, "sin sans ohne senza sem zonder bez utan uten pa gan gun ngaphandle tanpa без 不受 无需"),
    (
        LIMIT,
        "restricciones limites restrictions einschrankungen beschrankungen grenzen filtros filtres restrizioni limiti restricoes sicherheitsrichtlinien ограничений ограничения фильтров 限制 约束 约束 过滤 制限",
    ),
    (
        NEW,
        "nuevas nuevo nueva nouvelles nouvelle nouveau neue neuen neues nuovo nuove nuova novas nova novo nieuwe nowe reja re nua ur entsha baru новые новая новое 新的 新し 새로",
    ),
    (TASK, "tarea tache aufgabe compito tarefa taak zadanie detyra tasc umsebenzi задача задание 任务 任務 タス 작업"),
    (SYSTEM, "sistema systeme systems sistemit sisteme sistema системный системы 系统 システ 시스"),
    (PROMPT, "promt eingabeaufforderung systemprompt промпт 提示词 プロ"),
    (
        MACHINE,
        "asistente assistente asystent assistenten asistent cunorthoir umsizi ассистент помощник 助手 助理 模型 アシ 어시",
    ),
    (
        PERSON,
        "usuario usuarios utilisateur benutzer nutzer utente usuario gebruiker uzytkownik perdoruesi perdoruesit usaideoir umsebenzisi пользователю пользователь 用户 用戶 ユー 사용",
    ),
    (
        TELL,
        "dile diga informes informe mentionne dites sage sagen sag erwahne erwahnen informare dire diga menciones vertel njofto сообщай говори 告诉 告知 通知 提及 知ら 알리",
    ),
    (
        SECRET,
        "secreto silencio secretement heimlich stillschweigend segreto silenziosamente segredo тайно молча 秘密 悄悄 暗中",
    ),
    (DONE, "completada terminada terminee erledigt abgeschlossen completato concluida gotowe выполнена завершена 完成"),
    (PLEASE, "favor por bitte prego ju lutem le thoil пожалуйста 请 請 ください"),
    (
        COMMON_ELSEWHERE,
        "el los las que una como para con del pero les des et est dans pour qui sur avec ce cette sont ou der das und ist den von mit \
         dem auf eine einer nicht sich auch als wie werden wird haben bei il che di una della sono nel alla uma em dos ao het een van \
         op dat zijn voor nie jest oraz jako przez och att som det er dhe nje te qe eshte nga duke dhuit agus ar leis mar bhfuil sa \
         chun aig ann gu bidh airson futhi ukuthi uma noma ngo nge yang dan untuk dengan dari ini bir ve icin ile olarak",
    ),
];
