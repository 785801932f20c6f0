# Bir komutun neden yapılamadığı ve ne yapılacağı.

### Adı verilip bulunamayanlar

missing-board = { $board } adlı bir tahta yok; tahtaları `touchmove status` listeler
missing-game-on = { $board } tahtasında oyun oynanmıyor
missing-game = { $game } adlı bir oyun yok; var olanları `touchmove game list` listeler
missing-table = { $table }. masa yok; masaları `touchmove round status` gösterir
missing-table-number = { $number } bir masa numarası değil: masalar 1 ile 9999 arasındadır
missing-at-table = { $name } bu turun hiçbir masasında değil
missing-not-begun = { $seat }: oyunu başlamadı
missing-table-or-game = { $number } hem bir masanın hem bir oyunun numarası: { $seat } için t{ $number }, { $game } için g{ $number } yazın
missing-seat-with-game = { $seat } ({ $game })
missing-seat-without = { $seat } (oyunu başlamadı)
missing-game-at = { $game } ({ $seat })

### Bir komutun neden yapılamadığı

failed-no-clock-at = { $board } tahtasında saat algılanmıyor; takıp açın
failed-hear-unknown = { $board } bu istasyonun bir tahtası değil; tahtaları `touchmove status` gösterir
failed-hear-nobody = { $port } noktasında kimse { $board } olduğunu söylemiyor; beslemesine ve kablosuna bakın: bir dakika içinde söylerse orada izlenir
failed-calibrate-unneeded = { $board } ({ $title }) taşlarını kendiliğinden tanır: kalibre edilecek bir şey yok
failed-calibrate-away = { $board } bağlı değil; { $port } noktasındaydı: beslemesine ve kablosuna bakıp yeniden deneyin
failed-calibrate-late = { $board } taşlarını süresinde öğrenemedi; { $what }; sonra yeniden deneyin
failed-no-evidence = { $folder }: orada kanıt kaydı yok; klasörünü --state ile yazın
failed-no-board-here = burada { $board } adlı bir tahta bilinmiyor; { $there }
failed-none-yet = henüz hiç tahta yok
failed-there-are = bilinenler: { $names }
failed-access-denied = { $path }: erişim izni yok; { $group } grubuna katılın (sudo usermod -aG { $group } $USER, sonra yeniden oturum açın)
failed-no-calendar = bu günlüğün ne zaman başladığı bilinmiyor; saniye yazın, örneğin 8042.5
failed-nothing-kept = orada hiçbir kayıt yok
failed-nothing-between = bu anların arasında hiçbir şey yok
failed-damaged = { $path }: { $gaps } yeri hasarlı; okunabilen her şey yazıldı
failed-no-journal = { $path }: bu bir tahtanın günlüğü değil
failed-round-not-loaded = { $round }. tur yüklenmemiş; eşlendirmelerini `touchmove round load FILE` ile yükleyin
failed-no-round = hiçbir tur yüklenmemiş; eşlendirmelerini `touchmove round load FILE` ile yükleyin
failed-no-round-is = şu durumda bir tur yok: { $stage }; N. turu `touchmove round status N` gösterir
failed-or = { $one } ya da { $other }
failed-round-gone = { $round }. tur kaldırıldı
failed-daemon-stopped = touchmoved durdu
failed-too-many-boards = tahta { $boards } kez değişti, bir sayfaya en çok { $most } tahta sığar; --from ve --to ile daha kısa bir aralık yazın
failed-unchanged = hiçbir şey değiştirilmedi; --yes eklerseniz uygulanır
failed-unchanged-by-nod = hiçbir şey değiştirilmedi; `e` uygular
failed-not-adjourned = { $game } ertelenmiş değil
failed-nothing-decided = { $game } hakkında hiçbir karar verilmedi
failed-no-move = `{ $played }` { $ply } numaralı yarım hamlede oynanamaz; kareleriyle yazın, örneğin g1f3 ya da e7e8q
failed-no-ply = { $game } oyununda { $ply } numaralı yarım hamle yok; sonuncusu { $last } (`touchmove game show { $game }`)
failed-not-read-yet = { $table }. masa: oyununun günlüğü henüz okunmadı; bekleyin
failed-write-anyway = sonuçları yine de yazmak için --anyway ekleyin
failed-other-version = eşlendirmeler okunamıyor; touchmoved ile bu komutun sürümleri farklı
failed-several-journals = { $board } için { $count } günlük var; bir oyun, --from ile --to ya da arşivdeki bir günlüğün yolunu yazın
failed-game-elsewhere = { $game } orada oynanmadı; oynananlar: { $known }
failed-no-incidents = orada hiçbir olay bildirilmedi
failed-no-incident = olay { $incident } yok; var olanlar: { $known }
failed-too-many-moves = --delay-moves: en çok 1000 olabilir
failed-only-changes = { $edition } için yalnız değişiklikler biliniyor: değişmeyenler fide-1995’ten alınır
failed-not-sealed = { $count } tahta istasyonun mühürlediği gibi değil
failed-at-file = { $file }: { $what }
