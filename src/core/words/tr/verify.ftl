# Kanıt kayıtlarının yazıldığı gibi olup olmadığı.

### Bulunanlar

verify-unaltered = { $seal } mührüne kadar eksiksiz ve değiştirilmemiş; son halkası { $own }
verify-consistent = tutarlı: her halka bir öncekini izliyor; mührü { $own }
verify-only-a-seal-shows = aslı olup olmadığını yalnız başka yerde saklanmış bir mühür gösterir (--seal)
verify-station-unaltered = istasyon: { $seal } mührüne kadar eksiksiz ve değiştirilmemiş; son halkası { $own }
verify-station-consistent = istasyon: tutarlı; mührü { $own }
verify-only-a-seal-of-the-log-shows = aslı olup olmadığını yalnız başka yerde saklanmış bir mühür gösterir (--seal; mühürler sistem günlüğünde yazar)
verify-records = { $first } ile { $last } arasındaki kayıtlar
verify-no-records = hiç kayıt yok
verify-of-board = { $board } tahtası: { $records }
verify-from-first = ilk halkadan başlayarak
verify-from-stated = başlıklar ilk halkadan, gerisi bildirilen halkadan başlayarak: { $links }
verify-then = { $first }, sonra { $rest }
verify-goes-on-from = arşivdeki, mührü { $seal } olan günlüğün devamı
verify-one-before = o günlük de tutarlı
verify-several-before = o günlük ve ondan önceki { $count } günlük de tutarlı
verify-not-looked-at = o günlük arşivde yok ve denetlenmedi
verify-missing-before = bir önceki, mührü { $seal } olan günlük arşivde yok

### İstasyonun mühürledikleri

verify-sealed = istasyonun mühürlediği gibi; { $times } mühürlendi, en son { $until } numaralı kayda kadar, { $at }
verify-sealed-before = { $sealed }; ondan sonraki { $count } kayıt henüz mühürlenmedi
verify-times = { $count } kez
verify-unsealed = istasyon bunu mühürlemedi; son kaydı { $last }
verify-short = EKSİK: { $last } numaralı kayıtta bitiyor, istasyon ise { $sealed } numaralı kayda kadar mühürlemiş ({ $at }): gerisi yok olmuş
verify-altered = DEĞİŞTİRİLMİŞ, { $sealed } numaralı kayıtta ya da öncesinde: { $at } tarihli { $seal } mührü halkalarından hiçbirine uymuyor
verify-missing = YOK: istasyon { $sealed } numaralı kayda kadar mühürlemiş ({ $at }), ama hiçbir günlüğü kalmamış

### Neden doğrulanamadığı

verify-no-link = { $seal } mührü halkalarından hiçbirine uymuyor: daha öncesi değiştirilmiş ya da mühür başka bir günlüğün
verify-no-link-of-station = { $seal } mührü istasyon günlüğünün halkalarından hiçbirine uymuyor: daha öncesi değiştirilmiş ya da mühür başka bir günlüğün
verify-empty-journal = bu günlük boş: boşaltılmış ya da touchmoved ilk satırını yazamadan kapanmış
verify-no-beginning = bu dosya bir günlük gibi başlamıyor: başı değiştirilmiş
verify-torn = { $seal } mührüne kadar eksiksiz; arkasındaki { $bytes } bayt günlükten değil: şu anda yazılıyor, yarım kalmış ya da değiştirilmiş
verify-other-seal = { $seal } mühründen sonra sürüyor, { $path } dosyasının mührü ise { $other }: ikisinden biri değiştirilmiş
verify-ends-elsewhere = { $path } { $last } numaralı kayıtta bitiyor, devam ettirilen günlük ise { $after } numaralı kayıtta bitmişti: değiştirilmiş ya da aradaki bir günlük eksik
verify-before-it = önceki günlük { $path }: { $why }
verify-torn-end = sonundaki { $bytes } bayt günlükten değil
verify-no-station = { $folder }: burada istasyon günlüğü yok; bir istasyonun kanıt klasörünü yazın, örneğin /var/lib/touchmove
told-pack-none = 1. sürümün biçiminde bir kanıt dosyası değil ya da ilk satırı değiştirilmiş
told-pack-summary = özet değiştirilmiş: 2 ile { $last } arasındaki satırlar
told-pack-line = { $line }. satır değiştirilmiş ya da ondan önceki satırlar eksik, eklenmiş ya da yer değiştirmiş
told-pack-whole = değiştirilmiş: son satırdaki özet değeri üstündeki satırlara uymuyor
told-gap-of-none = { $at }. bayttan başlayarak { $bytes } bayt hasarlı ya da değiştirilmiş; kayıp kayıt yok (sonraki kayıt { $record })
told-gap-of-one = { $at }. bayttan başlayarak { $bytes } bayt hasarlı ya da değiştirilmiş; kayıp kayıt: { $record }
told-gap-of-several = { $at }. bayttan başlayarak { $bytes } bayt hasarlı ya da değiştirilmiş; kayıp kayıtlar: { $first } ile { $last } arası
told-journal-foreign = bir günlük değil; bu dosyayı başka yere taşıyın
told-journal-other-version = günlüğün sürümü `{ $version }`, bu touchmoved ise 2. sürümü okur: günlüğü yazan sürümü kullanın ya da dosyayı başka yere taşıyın
told-journal-unreadable = { $at }. bayttaki bölüm okunamıyor ({ $what }); dosyayı başka yere taşıyın ve bu hatayı bildirin

### Kayıt dosyaları ve günlükler

told-recording-not-utf8 = UTF-8 metin değil; kayıt dosyası metindir, belki bu başka türden bir dosyadır
told-recording-long-line = { $most } bayttan uzun; kaydı bölün
told-recording-none = bir kayıt dosyası değil; ilk satır şöyle olmalı: `{ $text }`
told-recording-version = kayıt biçiminin `{ $version }` sürümü bilinmiyor; yalnız { $read }. sürüm okunur
told-recording-many-headers = ilk kayıttan önce { $most } sayısından çok başlık ve yorum var
told-recording-no-time = kayıt `{ $text }` ile değil, bir zamanla ya da `-` ile başlar; başlıklar ilk kayıttan önce gelir
told-recording-time-fell = { $at } zamanı, yukarıdaki bir kaydın { $latest } zamanından önce; zaman geri gitmez
told-recording-after-cut = `end cut` satırından sonra kayıt gelemez
told-recording-no-family = ham veri için kimin gönderdiğini söyleyen `board FAMILY SERIAL` başlığı gerekir; bilinen aileler: { $names }
told-recording-unknown-family = `{ $family }` ailesinin ham verisi okunamıyor; bilinen aileler: { $names }
told-recording-wire-of-line = bu baytları hangi birim gönderdi? zamandan sonra `@UNIT` ile yazın ya da gözlemleri oynatın
told-journal-locked = başka bir touchmoved kullanıyor; onu durdurun ya da buna başka bir klasör verin
told-journal-no-file = bir bağlantı ya da olağan olmayan bir dosya, bu yüzden günlük değil; başka yere taşıyın, kanıt kaydı tutulur
told-journal-no-directory = klasör yok; touchmoved kullanıcısının sahip olduğu bir klasör oluşturun
told-journal-denied = erişim izni yok ({ $what }); touchmoved kullanıcısı oraya yazabilmeli
told-journal-read-only = dosya sistemi salt okunur ({ $what }); yeniden yazılabilir yapın (`mount -o remount,rw`) ve nedenine `dmesg` ile bakın
told-journal-no-space = yer kalmadı ({ $what }); yer açılana kadar hiçbir şey kaydedilmez
told-journal-appeared = burada, tahtası ilk izlendiğinde olmayan ya da okunamayan bir günlük var; başka yere taşıyın, kanıt kaydı tutulur; ya da touchmoved’ı yeniden başlatın
told-journal-stalled = disk yanıt vermiyor; yanıt verene kadar başka bir şey kaydedilmez
