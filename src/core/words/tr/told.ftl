# touchmoved’ın İngilizce söylediklerinin Türkçesi.

### Tahtaların durumu

told-board-read-out = { $port } noktasında okunuyor
told-board-recall = kimse izlemezken kaydettikleri { $port } noktasından okunuyor
told-board-untaught = hangi çipin hangi taşta olduğu bilinmiyor; { $port } noktasında bulundu: taşları tahtanın yazılarına göre başlangıç konumuna dizin ya da `touchmove calibrate` ile adım adım yapın
told-board-being-played = tahtada bir oyun oynanıyor; önce onu bitirin ya da sonucunu bildirin
told-board-differs = tahta şu karelerde hamlelere uymuyor: { $squares }; taşları düzeltin ya da hamleleri düzeltin
told-board-differs-and = tahta şu karelerde hamlelere uymuyor: { $squares }; taşları düzeltin ya da hamleleri düzeltin; { $what }
told-board-asks = oyunla ilgili bir soru yanıt bekliyor
told-board-asks-more = oyunla ilgili { $count } soru yanıt bekliyor
told-board-floods-so = { $port } noktasından ellerin yapabileceğinden çok değişiklik bildiriyor, bu yüzden bunlardan sonuç çıkarılmıyor; susunca okunacak. Sürerse bağlantı noktasında başka ne olduğuna bakın ya da tahtayı değiştirin
told-board-silent = { $port } noktasında yanıt vermiyor; açık mı?
told-board-not-seen = touchmoved başladığından beri görülmedi; takın
told-board-unplugged = çıkarılmış; { $port } noktasındaydı
told-board-no-answer = artık yanıt vermiyor; { $port } noktasındaydı: beslemesine ve kablosuna bakın
told-board-stuck = veri almıyor; { $port } noktasındaydı: çıkarıp yeniden takın
told-board-replaced = eskiden bulunduğu { $port } noktasında başka bir tahta yanıt veriyor
told-board-address-shared = { $port } hattında aynı adresi taşıyan başka bir tahta var, ikisi de izlenemiyor; birini hattan çıkarın
told-board-fell-over = { $port } noktasında onunla konuşan program çöktü ve yeniden başlatılıyor
told-board-over = kaydı bitti: { $port }
told-board-not-connected = bağlı değil; { $port } noktasındaydı
told-board-failed = { $what }; { $port } noktasındaydı

### Bağlantı noktalarının durumu

told-port-opening = açılıyor
told-port-asked = soruldu: { $tried }; henüz yanıt veren yok
told-port-asked-again = soruldu: { $tried }: { $what }; yeniden yeniden soruluyor
told-port-tried = { $first }, sonra { $tried }
told-port-no-answer = henüz yanıt veren yok
told-port-doubled = { $board } zaten { $at } noktasında, bu yüzden burada izlenmiyor; birini çıkarın, öteki izlenir; ya da hangisinin doğru olduğunu bildirin: `touchmove hear { $board } --at PORT`
told-port-unsure = { $board } bir turda kullanılıyor ve en son { $at } noktasında izlendi; oradan çıkarıldığına dair bir belirti yok, bu yüzden burada izlenmiyor; buraya taşındıysa bildirin: `touchmove hear { $board } --at PORT`
told-port-being-read = { $board } günlüğü uzun ve hâlâ geri okunuyor; bu bitince izlenecek
told-port-too-many = { $board } burada hiç görülmedi ve bu bağlantı noktasından çok sayıda yeni tahta geldi, bu yüzden izlenmiyor; { $minutes } dakikada bir yeni tahta kabul edilir, başka bir bağlantı noktasında her tahta. Hep yeni seri numarası bildiren bir tahta bozuktur ya da tahta değildir
told-port-not-kept = { $board } için kanıt kaydı tutulamıyor, bu yüzden izlenmiyor; sistem günlüğüne bakın
told-port-fell-over = onunla ilgilenen program çöktü ve yeniden başlatılıyor
told-port-gone = orada aygıt yok; kabloyu ve bağlantı noktasının adını denetleyin
told-port-recording-ends = kayıt burada bitiyor
told-port-busy = kullanan: { $holder }; o programı durdurun ya da bağlantı noktasını ona bırakın
told-port-denied = erişim izni yok; { $what }
told-port-not-serial = seri bağlantı noktası değil; /dev/ttyUSB0 ya da /dev/ttyACM0 gibi bir aygıt yazın
told-port-not-paired = tahta bu bilgisayarla eşleştirilmemiş; tahtayı açın ve bir kez eşleştirin: `touchmove bluetooth pair { $port }`
told-port-out-of-range = tahtadan ses yok; tahtayı açın, yaklaşık 10 m yakına getirin ve bağlı olduğu bütün telefonlarla bilgisayarlardan ayırın
told-port-radio-off = Bluetooth kapalı; açın: `rfkill unblock bluetooth`, sonra `bluetoothctl power on`
told-port-no-radio = bu bilgisayarda Bluetooth adaptörü yok; bir tane takın
told-port-no-bluetooth = Bluetooth hizmeti çalışmıyor; BlueZ kurun ve hizmeti başlatın: `sudo systemctl enable --now bluetooth`
told-port-agent-refused = masaüstü tahtayla eşleşmeyi reddetti; sorduğunda evet deyin ya da tahtayı orada eşleştirin: `touchmove bluetooth pair { $port }`
told-port-no-channel = orada { $channel } numaralı kanaldan bir şey gönderilemiyor; bunu bu programın hatası olarak bildirin
told-port-no-way = bu istasyon oraya ulaşamıyor; tahtayı, istasyonda bağlantı noktası olan bir kabloyla bağlayın
told-port-several-recordings = dosyada { $count } kayıt var, bir bağlantı noktası ise tek kayıt oynatır; her birini ayrı bir dosyaya koyun
told-holder-unknown = başka bir program
told-remedy-unit = hizmet yalnız birim dosyasında adı geçen aygıtları açabilir: `sudo systemctl edit touchmove`, oraya `[Service]` ve `DeviceAllow={ $port } rw` yazın, sonra `sudo systemctl restart touchmove`
told-remedy-service = programı `sudo make install` ile kurulan hizmet olarak, udev kurallarıyla çalıştırın
told-remedy-group = { $user } kullanıcısını { $group } grubuna ekleyin (sudo usermod -aG { $group } { $user }, sonra yeniden oturum açın) ya da programı `sudo make install` ile kurulan hizmet olarak, udev kurallarıyla çalıştırın

### Turdan önce masada eksik olanlar

told-lacks-board = { $table }. masa: tahta atanmamış
told-lacks-link = { $table }. masa: { $board } bağlı değil
told-lacks-clock = { $table }. masa: { $board } tahtasında saat yok
told-lacks-men = { $table }. masa: { $board } üzerindeki taşlar başlangıç konumunda değil
told-lacks-older-game = { $table }. masa: { $board } üzerindeki oyun eşlendirmeden önce başladı, { $plies } yarım hamle oynandı: yeni oyun için taşları dizin ya da `touchmove round adopt { $table } { $plies }` ile bu masanın oyunu sayın
told-lacks-time-control = { $table }. masa: eşlendirmede zaman kontrolü yok
told-open-no-game = { $table }. masa, { $players }: oyun başlamadı ve sonuç girilmedi
told-open-no-result = { $table }. masa, { $players }: { $plies } yarım hamleden sonra sonuç yok
told-open-after-one = { $table }. masa, { $players }: 1 yarım hamleden sonra sonuç yok
told-open-differs = { $table }. masa, { $players }: tahtaya göre oyun { $shown } bitti, girilen sonuç { $entered }
told-begin-anyway = buna karşın başlatmak için --anyway ekleyin
told-end-anyway = buna karşın bitirmek için --anyway ekleyin

### Bir turla ilgili istek neden yapılmadı

told-round-not-loaded = { $round }. tur yüklenmemiş; eşlendirmelerini `touchmove round load FILE` ile yükleyin
told-round-begun = { $round }. tur başladı: eşlendirmeleri değişmez; bir oyundaki yanlışlık o oyunda düzeltilir
told-round-over = { $round }. tur bitti ve olduğu gibi kalır; `touchmove round reopen { $round }` turu sürdürür, `touchmove round remove { $round } --ended` başka bir turnuvanın turuna yer açar
told-round-nothing-to-adopt = { $table }. masadaki tahtada eşlendirmeden önce başlamış bir oyun yok
told-round-not-now = { $round }. turun durumu: { $stage }; şimdi şu duruma geçemez: { $wanted }
told-round-board-taken = { $board } { $table }. masada; önce o masayı boşaltın: `touchmove round free { $table }`
told-round-no-names = { $table }. masa: eşlendirme bu hâliyle saklanamıyor; iki oyuncunun da adını yazın
told-round-no-board = { $table }. masada tahta yok
told-round-no-table = { $round }. turda { $table }. masa yok; masaları `touchmove round status { $round }` listeler
told-round-nothing-entered = { $round }. turun { $table }. masası için bir şey girilmemiş
told-round-no-question = { $round }. turun { $table }. masasında birbirinden farklı iki sonuç yok; notasyon kâğıtlarındaki sonucu girin: `touchmove round enter { $table } RESULT`
told-round-table-taken = { $table }. masada bitmemiş olan { $round }. tur oynanıyor; o turu sürdürün ya da bitirin
told-round-table-shared = { $round }. turun { $table }. masası zaten { $section } bölümünün; bu dosyanın masalarına başka numaralar verin: `touchmove round load FILE --tables-from { $free }`; ya da --alone ile, turdaki her şeyin yerine yükleyin
told-round-too-many-tables = masa numaraları 9999’u aşardı; daha küçük bir numaradan başlayın
told-round-board-unknown = bu istasyonda { $board } adlı bir tahta yok; önce takın
told-round-holds-games = { $round }. tur bitti; --ended ile yine de kaldırılır, oyunları kanıt kayıtlarında kalır
told-round-other-plies = { $table }. masadaki oyunda artık { $plies } yarım hamle var; `touchmove round adopt { $table } { $plies }` oyunu masanın oyunu sayar
told-not-kept = saklanamadığı için kabul edilmedi: { $what }
told-not-safe = geçerli, ama bir elektrik kesintisi bunu silebilir: { $what }
told-too-busy = touchmoved çok meşgul; yeniden deneyin
told-stopping = touchmoved durmak üzere

### Bir saat neden ayarlanmaz

told-clock-no-clock = bu tahtada saat algılanmıyor; takıp açın ve yeniden deneyin
told-clock-running = saat çalışıyor; önce durdurun, sonra ayarlayın
told-clock-being-set = saat zaten ayarlanıyor; göstermesini bekleyin
told-clock-too-long = buradan ayarlanabilen hiçbir saat 9:59:59’dan fazlasını göstermez; daha kısa bir süre verin ya da elle ayarlayın
told-clock-unsupported = bu saat buradan ayarlanamıyor; elle ayarlayın
told-clock-refused = saat ayarlanmayı reddediyor; DGT 3000 yalnız 25. seçenekte, DGT XL yalnız 23. seçenekte ayarlanır: bunu seçip yeniden deneyin ya da saati elle ayarlayın
told-clock-not-kept = saati kimin ayarladığı kaydedilemiyor, bu yüzden ayarlanmadı: { $what }
told-clock-not-shown = saat bunu değil { $white } ve { $black } gösteriyor; DGT 3000 yalnız 25. seçenekte, DGT XL yalnız 23. seçenekte ayarlanır: bunu seçip yeniden deneyin ya da saati elle ayarlayın

### Bir oyunla ilgili karar neden reddedildi

told-game-not-played = { $game } bitti ya da tahtası başka bir oyun için dizildi; başka yerde süremez
told-game-long-ago = { $game } artık arşivde ya da tahtasında o zamandan beri çok oyun oynandı; sonucunu masasında girin
told-game-too-many-since = bu oyunun tahtasında o zamandan beri çok oyun oynandı; sonucunu masasında girin
told-game-board-not-here = bu oyunun tahtası bu istasyonda değil
told-game-no-target = bu istasyonda { $board } adlı bir tahta yok; var olanları `touchmove status` gösterir
told-game-being-read = { $board } üzerinde oynananlar hâlâ geri okunuyor; `touchmove status` gösterince yeniden deneyin
told-game-board-busy = { $board } üzerinde { $game } oynanıyor; boş bir tahta söyleyin ya da önce o oyunu bitirin
told-game-not-set-up = { $board } üzerindeki taşlar oyundaki gibi durmuyor; önce dizin: { $fen }
told-game-same-board = oyun zaten { $board } üzerinde oynanıyor; süreceği tahtayı söyleyin
told-game-none-begun = bu tahtada oyun başlamadı; önce taşları dizin
told-game-off-board = bu oyunun tahtası başka bir oyun için dizildi; hamleleri, süreleri, oyuncuları ve sonucu yine de düzeltilebilir
told-game-no-ply = oyunda { $ply } numaralı yarım hamle yok; sonuncusu { $last }
told-game-too-long = oyunda { $most } sayısından çok hamle ve konum olurdu, hiçbir oyunda bu kadar olmaz; önce bazılarını silin ya da yeni bir oyun başlatın
told-game-no-move = { $move }, { $fen } konumunda hiçbir taşı oynatmıyor; hamleyi kareleriyle yazın, örneğin e2e4 ya da e7e8q
told-game-no-position = oyun { $fen } konumunda olamaz: { $what }
told-game-no-answer = soru { $question } yanıt beklemiyor ya da `{ $choice }` diye bir yanıtı yok
told-game-not-written = oyunda { $ply }. yarım hamleden başlayıp yerine başkaları önerilen hamleler yok
told-game-nothing-to-undo = karar { $decision } geri alınabilecek bir karar değil
told-game-undo-later = ondan sonra karar { $decision } verildi; önce onu geri alın
told-said-no-incident = bu oyunda olay { $incident } yok; var olanları `touchmove game show` listeler
told-said-already = olay { $incident } zaten { $state }
told-said-undecided = olay { $incident } hakkında kimse karar vermedi: bekliyor; onaylayın ya da reddedin
told-said-ended-by = oyun, olay { $incident } hakkında verilen kararla bitti; önce `*` sonucunu girin, oyun sürer
told-said-over = oyun bitti; `*` sonucu oyunu sürdürür
told-said-not-to-move = hamle sırası onda değil: { $side }
told-said-no-offer = yanıt bekleyen bir beraberlik teklifi yok: { $side }
told-said-nothing-asked = karar bekleyen yok; önce ne istendiğini bildirin: `qpf_increment` ya da `qpf_claim`
told-said-for-good = karar { $decision } bir bildirimdir: geri alınamaz; sonucu girin ya da olay hakkında yeniden karar verin: `touchmove game confirm`, `dismiss` ya da `reopen`

### Eşlendirme dosyasındaki yanlışlıklar

told-file-line = satır { $line }: { $what }
told-file-too-large = dosya 8 MiB’tan büyük; tek bir turnuvanın dosyasını verin
told-file-not-utf8 = UTF-8 değil; dosyayı UTF-8 olarak kaydedin
told-file-unknown = ne PGN ne TRF16 ne de CSV; CSV dosyasının ilk satırı white ve black sütunlarını adlandırmalı
told-file-no-trf = TRF16 değil; eşlendirmelerin geldiği rapor dosyasını verin
told-file-cut-line = dosya bir satırın ortasında bitiyor, `{ $text }` kesilmiş olabilir; satırı satır sonuyla bitirin ya da dosyayı yeniden alın
told-file-field-count = bu satırda { $has } alan, başlıkta { $needs } alan var; ayırıcıyı içeren alanları tırnak içine alın ya da dosyayı yeniden alın
told-file-twice = `{ $text }` iki kez verilmiş; birini çıkarın
told-file-no-name = adı yok: { $side }; her oyunun iki oyuncusunu da yazın
told-file-no-round = `{ $text }` bir tur değil; 1 ile 999 arasında bir sayı ya da tur ve masayı 3.12 gibi yazın
told-file-no-board = `{ $text }` bir masa değil; 1 ile 9999 arasında bir sayı yazın
told-file-no-result = `{ $text }` bir sonuç değil; 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 ya da *, oynanmayan oyun için +:-, -:+ ya da -:- yazın
told-file-board-twice = { $round }. turun { $board }. masası { $line }. satırda zaten var; her masaya bir kez numara verin
told-file-player-twice = { $name } { $round }. turda { $line }. satırda zaten oynuyor; oyunlardan birini silin ya da bunlar iki ayrı kişiyse FIDE numaralarını yazın
told-file-no-pairings = dosyada eşlendirme yok; önce eşlendirmeyi yapın ya da yeniden dışa aktarın
told-file-no-such-round = dosyada { $round }. turun eşlendirmesi yok; { $what }
told-file-cut-tag = bu etiket kesik ya da bozuk; tek satırda [Ad "değer"] yazın ya da dosyayı yeniden alın
told-file-open-comment = burada başlayan yorum bitmiyor; { "}" } ile kapatın ya da dosyayı yeniden alın
told-file-open-quote = buradaki tırnak kapanmamış; kapatın ya da dosyayı yeniden alın
told-file-control = `{ $text }` içinde bir denetim karakteri var; silin
told-file-too-long = `{ $text }` çok uzun; en çok 200 bayt olabilir
told-file-no-player-name = oyuncunun adı yok; 15-47 sütunlarına yazın
told-file-no-fide-id = `{ $text }` bir FIDE numarası değil; en çok on rakam yazın ya da boş bırakın
told-file-no-rating = `{ $text }` bir rating değil; 4000’e kadar bir sayı yazın ya da boş bırakın
told-file-no-variant = `{ $text }` izlenebilen bir satranç türü değil; standard ya da Chess960 yazın
told-file-no-start = Chess960 oyununun başlangıç konumu gerekir; FEN olarak yazın
told-file-no-fen = `{ $text }` bir FEN değil; altı alanın hepsini yazın, Chess960 için Shredder-FEN kullanın
told-file-no-game-from = `{ $fen }` konumundan oyun başlayamaz: { $what }
told-file-board-missing = { $round }. turun bu oyununda masa yok, başkalarında var; bir turun bütün masalarına numara verin ya da hiçbirine vermeyin
told-file-too-many-boards = { $round }. turda { $most } masadan çok var; dosyayı bölün
told-file-has-no-round = önce o turun eşlendirmesini yapın
told-file-has-round = dosyada { $round }. tur var
told-file-has-rounds = dosyada şu turlar var: { $rounds }
told-file-not-paired = { $white } (beyaz) ile { $black } bu dosyanın { $round }. turunda oynamıyor; eşlendirmelerin alındığı raporu verin
told-file-columns = { $column }. sütun boş olmalı; TRF16 sütunları sabittir, sekme kullanmayın ve boşlukları kesmeyin
told-file-no-rank = `{ $text }` bir başlangıç sırası değil; 1 ile 9999 arasında bir sayı yazın
told-file-rank-twice = { $rank } başlangıç sırası { $line }. satırda zaten var; her oyuncuya ayrı bir sıra verin
told-file-cut-round = satır { $round }. turun içinde bitiyor; dosyayı yeniden alın
told-file-no-colour = `{ $text }` rakibi olan bir oyuncunun rengi değil; w ya da b yazın
told-file-no-mark = `{ $text }` bir oyun sonucu değil; 1, = ya da 0, hükmen için + ya da - yazın
told-file-no-opponent = rakip { $rank } dosyada yok; oyuncuyu ekleyin ya da turu yeniden eşlendirin
told-file-not-back = rakip { $rank } (satır { $line }) başka biriyle eşlenmiş; ikisi de birbirini göstermeli
told-file-same-colour = rakip { $rank } (satır { $line }) aynı renkte; ikisinden biri b olmalı
told-file-results-differ = rakip { $rank } (satır { $line }) buna uymayan bir sonuç taşıyor; birini düzeltin ya da ikisini de silin

### touchmoved’a ulaşılıp ulaşılamadığı

told-daemon-not-running = touchmoved çalışmıyor: { $bus }
told-daemon-start-system = `sudo systemctl start touchmove` ile başlatın ya da bulunduğu veri yolunu --bus ile yazın
told-daemon-start = `touchmoved` programını aynı --bus ile başlatın ya da sistem veri yoluna sormak için --bus yazmayın
told-daemon-silent = touchmoved orada ({ $bus }), ama { $seconds } saniye içinde yanıt vermiyor
told-daemon-stopped = durdurulmuş mu ya da bilgisayar çok mu meşgul? (`systemctl status touchmove`, `top`)
told-daemon-denied = bu istasyona bakma izniniz yok: yalnız root ve { $group } grubunun üyeleri bakabilir
told-daemon-join = gruba `sudo usermod -aG { $group } $USER` ile katılın, sonra yeniden oturum açın
told-daemon-answer = touchmoved yanıtı: { $what }
told-bus-unreachable = şuraya ulaşılamıyor: { $bus }: { $what }
told-bus-silent = bağlantı kabul ediliyor, ama { $seconds } saniye içinde yanıt gelmiyor: { $bus }
told-bus-lost = bağlantı kapandı: { $bus }
told-bus-system = ileti veri yolu çalışıyor mu? (`systemctl status dbus`)
told-bus-session = DBUS_SESSION_BUS_ADDRESS tanımlı mı? `dbus-run-session` bir oturum veri yolu başlatır
told-bus-address = bir adres şöyle olur: unix:path=/run/dbus/system_bus_socket

### Kanıt kayıtları için yer

told-disk-low = { $folder }: kanıt kayıtları için { $free } MiB kaldı, { $least } MiB’tan az; yer açın, yoksa yakında hiçbir şey kaydedilemez
told-disk-unknown = { $folder }: ne kadar yer kaldığı öğrenilemiyor: { $what }
